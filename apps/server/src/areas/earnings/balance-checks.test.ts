import { checkBalances, listBalanceChecks } from '@platemark/api/balance-checks'
import { Registry } from 'prom-client'
import { type Address, parseEther } from 'viem'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { launcher, startTestIndexer } from '../../../test/collections/launch.ts'
import { proxyTo } from '../../../test/indexer/proxy.ts'
import { testLog } from '../../../test/log.ts'
import { callData, fee, person, sell } from '../../../test/selling.ts'
import { type TestServer, testServer } from '../../../test/server.ts'
import { checkDueContracts } from './jobs.ts'
import { measureBalances } from './metrics.ts'

const income = parseEther('0.03')

let chain: TestChain
let server: TestServer
let node: Awaited<ReturnType<typeof proxyTo>>
let isSilent = false
const silence = { error: { code: -32000, message: 'out of order' } }
const { log, lines } = testLog()

beforeAll(async () => {
  chain = await testChain()
  const { owner, contracts } = chain
  await launcher(chain).send(owner, contracts.factory, callData('setMintFee', [fee]))
  node = await proxyTo(chain.url, () => (isSilent ? silence : undefined))
  const network = { ...chain.network, rpc_urls: [node.url] }
  server = await testServer({ networks: [network], limits: { rpc_retries: 0 } }, { log })
})
beforeEach(async () => {
  await server.reset()
  lines.length = 0
})
afterEach(() => {
  isSilent = false
})
afterAll(async () => {
  await server.close()
  await node.close()
  await chain.stop()
})

const [payee, referrer] = [person(), person()]

/** Sells three tokens through a link; payees share, one of them refers too. */
async function sold() {
  const creator = person()
  const collection = await sell(chain, creator, {
    ...{ quantity: 3, referrer: referrer.address },
    payees: [
      { account: creator.address, bps: 8000 },
      { account: payee.address, bps: 1500 },
      { account: referrer.address, bps: 500 },
    ],
  })
  await launcher(chain).send(creator, collection, callData('release', [payee.address]))
  const indexer = startTestIndexer(server)
  await indexer.caughtUp(chain)
  await indexer.stop()
  return { creator: creator.address, collection }
}

const setBalance = (address: Address, value: bigint) =>
  chain.client.setBalance({ address, value })

async function read(as: Address) {
  const { status, data } = await server.get(listBalanceChecks.path, { as })
  expect(status).toBe(200)
  return data.collections
}

async function checkNow(as: Address) {
  const { status, data } = await server.post(checkBalances.path, undefined, { as })
  expect(status).toBe(200)
  return data
}

const readAudit = () =>
  server.database
    .selectFrom('moderation_audit')
    .select(['by', 'action', 'address'])
    .orderBy('id')
    .execute()

describe('the balance check', () => {
  test('names what each side is owed and that the contract holds it, to the wei', async () => {
    const { creator, collection } = await sold()
    expect(await read(creator)).toMatchObject([{ check: null, referrers: 1 }])
    await checkDueContracts(server.context)
    const shares = (bps: bigint) => String((income * bps) / 10_000n)
    const held = income - (income * 1500n) / 10_000n + 3n * fee
    const [own] = await read(creator)
    expect(own).toMatchObject({ contract_address: collection, chain_alias: 'local' })
    expect(own.check).toMatchObject({
      ...{ state: 'agrees', owed_wei: String(held), balance_wei: String(held) },
      ...{
        platform_wei: String((fee * 12n) / 5n),
        referrers_wei: String((fee * 3n) / 5n),
      },
      other_wei: '0',
      payees: [
        { address: creator, bps: 8000, owed_wei: shares(8000n) },
        { address: payee.address, bps: 1500, owed_wei: '0' },
        { address: referrer.address, bps: 500, owed_wei: shares(500n) },
      ],
    })
    expect(await read(payee.address)).toHaveLength(1)
    expect(await read(person().address)).toEqual([])

    await setBalance(collection, held + 10n ** 15n)
    const [{ check }] = (await checkNow(creator)).collections
    expect(check).toMatchObject({ state: 'agrees', other_wei: String(10n ** 15n) })
    expect([await readAudit(), lines.filter(({ level }) => level === 50)]).toEqual([
      [],
      [],
    ])
  })

  test('raises an alarm for a contract that owes more than it holds, until it ends', async () => {
    const { creator, collection } = await sold()
    const address = collection.toLowerCase()
    const held = await chain.client.getBalance({ address: collection })
    await setBalance(collection, 2n * fee)
    await checkDueContracts(server.context)
    expect((await read(creator))[0].check).toMatchObject({
      ...{ state: 'short', balance_wei: String(2n * fee), owed_wei: String(3n * fee) },
    })
    expect(lines.filter(({ level }) => level === 50)).toMatchObject([
      { msg: 'contract owes more than it holds', collection: address },
    ])
    expect(await readMetric()).toContain('{chain="local",state="short"} 1')

    await checkNow(creator)
    await setBalance(collection, held)
    await checkNow(creator)
    expect((await read(creator))[0].check.state).toBe('agrees')
    expect(await readMetric()).toContain('{chain="local",state="short"} 0')
    expect(await readAudit()).toEqual([
      { by: 'balance check', action: 'balance-alarm', address },
      { by: 'balance check', action: 'balance-alarm-ended', address },
    ])
  })

  test('raises an alarm where the mints of the contract are not those recorded here', async () => {
    const { creator } = await sold()
    await server.database.updateTable('mints').set({ quantity: 2 }).execute()
    expect((await checkNow(creator)).collections).toMatchObject([
      { check: { state: 'differs' } },
    ])
    expect(lines.filter(({ level }) => level === 50)).toMatchObject([
      { msg: 'contract counters differ from recorded mints' },
    ])
  })

  test('keeps the last check and its time while the network does not answer', async () => {
    const { creator } = await sold()
    await checkNow(creator)
    const before = await read(creator)
    isSilent = true
    server.clock.advance(7_200_000)
    expect(await checkNow(creator)).toEqual({ collections: before, silent: ['local'] })
    await checkDueContracts(server.context)
    expect(await read(creator)).toEqual(before)
    isSilent = false
    await checkDueContracts(server.context)
    expect((await read(creator))[0].check.checked_at).not.toBe(before[0].check.checked_at)
  })

  test('reads no more contracts at a time than the settings allow, oldest first', async () => {
    await sold()
    await sold()
    const { limits } = server.context.configuration
    const usual = limits.balance_checks_per_run
    limits.balance_checks_per_run = 1
    const countChecked = async () => {
      const rows = await server.database
        .selectFrom('balance_checks')
        .selectAll()
        .execute()
      return rows.length
    }
    await checkDueContracts(server.context)
    expect(await countChecked()).toBe(1)
    await checkDueContracts(server.context)
    expect(await countChecked()).toBe(2)
    limits.balance_checks_per_run = usual
  })
})

async function readMetric(): Promise<string> {
  const registry = new Registry()
  const collectors: (() => Promise<void>)[] = []
  const readReadiness = async () => ({ status: 'ready' as const })
  measureBalances({ registry, collectors, readReadiness }, server.context)
  for (const read of collectors) await read()
  return registry.metrics()
}
