import { keccak256, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { startCollectionJobs } from '../src/areas/discovery/jobs.ts'
import { type TestChain, testChain } from './chain.ts'
import { launcher, startTestIndexer } from './collections/launch.ts'
import { nameSettings, registerGiven } from './names.ts'
import { ada, bob, cyn, type TestServer, testServer } from './server.ts'

/** Collections on a real chain, created through the studio and indexed. */
export type Launched = {
  chain: TestChain
  server: TestServer
  /** Drop by ada with the slug `tidewater`, held by three people. */
  drop: string
  /** Edition by ada with the slug `one-print`, held by two people. */
  edition: string
  /** Drop by ada with the slug `friends-first`, with ada and bob on its list. */
  listed: string
  /** Hidden drop by cyn with the slug `hidden-shore`. */
  hidden: string
  /** Resolves once the rows match the chain's head. */
  follow(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a chain and the real app, and launches one collection of each kind. `crowd` more
 * people mint of the drop, and bob as many tokens; with `hasNames` ada has a name.
 */
export async function launched(
  settings: object = {},
  { crowd = 0, hasNames = false }: { crowd?: number; hasNames?: boolean } = {},
): Promise<Launched> {
  const chain = await testChain()
  const server = await testServer({
    ...(hasNames && nameSettings(chain)),
    networks: [{ ...chain.network, usd_rate: 3000 }, unreachable],
    rate_limit_scale: 1_000_000,
    ...settings,
  })
  const launch = launcher(chain)
  await launch.fund(ada, bob, cyn)
  if (hasNames) await registerGiven(chain)
  server.clock.advance(90_000)

  const deploy = async (as: PrivateKeyAccount, more: object): Promise<`0x${string}`> => {
    const data = { ...fields, ...more }
    const id = (await done(server.postForm(`${studio}/create`, { data }, { as })))
      .contract_id
    const entries = [{ address: bob.address, quantity: 3 }, { address: ada.address }]
    const isListed = data.phases.some(({ kind }) => kind === 'allowlist')
    const list = { phase_id: 0, entries }
    if (isListed) await done(server.post(`${studio}/${id}/lists`, list, { as }))
    const {
      to,
      data: call,
      predicted_address,
    } = await done(server.post(`${studio}/${id}/prepare`, undefined, { as }))
    // Ten seconds apart, so that the order is certain.
    const { timestamp } = await chain.client.getBlock()
    await chain.client.setNextBlockTimestamp({ timestamp: timestamp + 10n })
    await launch.send(as, to, call)
    return predicted_address
  }

  const drop = await deploy(ada, { alias: 'tidewater' })
  const edition = await deploy(ada, {
    kind: 'edition',
    name: 'One print',
    alias: 'one-print',
  })
  const listed = await deploy(ada, {
    name: 'Friends first',
    alias: 'friends-first',
    phases: [everyone, friends],
  })
  const hidden = await deploy(cyn, { name: 'Hidden shore', alias: 'hidden-shore' })
  for (const minter of [bob, cyn, chain.owner]) await launch.mint(minter, drop, 1, 0n)
  await launch.mint(bob, drop, 2, 0n)
  for (const minter of [bob, cyn]) await launch.mint(minter, edition, 2, 0n)
  const more = Array.from({ length: crowd }, (_, place) => collector(place))
  await launch.fund(...more)
  for (const minter of more) await launch.mint(minter, drop, 1, 0n)
  if (crowd > 0) await launch.mint(bob, drop, crowd, 0n)

  const indexer = startTestIndexer(server)
  await indexer.caughtUp(chain)
  const own = await done(server.get(`/api/contract/local/${hidden}`, { as: cyn }))
  await done(server.post(`${studio}/${own.contract_id}/hide`, undefined, { as: cyn }))
  await startCollectionJobs(server.context)()
  return {
    chain,
    server,
    drop,
    edition,
    listed,
    hidden,
    follow: () => indexer.caughtUp(chain),
    async close() {
      await indexer.stop()
      await server.close()
      await chain.stop()
    },
  }
}

/** Enabled network whose node never responds. */
const unreachable = {
  alias: 'local-two',
  id: 31_338,
  name: 'Local two',
  native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpc_urls: ['http://127.0.0.1:1'],
  is_demo: true,
}

function collector(place: number): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(toHex(`collector ${place}`)))
}

const studio = '/api/contract/studio'

const everyone = {
  phase_id: 255,
  kind: 'public',
  title: 'Everyone',
  start: '2025-01-01T00:00:00Z',
  end: '2099-01-01T00:00:00Z',
  price_wei: '0',
  max_per_wallet: 40,
  max_supply: null,
}

const friends = { ...everyone, phase_id: 0, kind: 'allowlist', title: 'Friends' }

const fields = {
  chain_alias: 'local',
  kind: 'drop',
  name: 'Tidewater',
  symbol: 'TIDE',
  description: 'Sixty prints of one coast.',
  max_supply: 100,
  phases: [everyone],
}

/** Returns the data of a call that must succeed. */
async function done(call: ReturnType<TestServer['get']>) {
  const { data, error, body } = await call
  if (error) throw new Error(body)
  return data
}
