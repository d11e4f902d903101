import { getUser } from '@platemark/api/profile'
import { type Address, parseEther, toFunctionSelector, zeroAddress } from 'viem'
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
import { proxyTo, type RpcCall, type RpcReply } from '../../../test/indexer/proxy.ts'
import { callData as call, fee, person, sell, withdraw } from '../../../test/selling.ts'
import { type TestServer, testServer } from '../../../test/server.ts'
import { listEarnings } from './queries.ts'
import { createOwedReader } from './service/owed-amounts.ts'

/** Changes a request before it reaches the chain. */
type Mood = (call: RpcCall, ask: () => Promise<RpcReply>) => RpcReply | Promise<RpcReply>

const rates = { local: 3000, 'local-two': 1.5 }

let chains: [TestChain, TestChain]
let server: TestServer
let indexer: ReturnType<typeof startTestIndexer> | undefined
let proxies: Awaited<ReturnType<typeof proxyTo>>[] = []
let moods: Record<string, Mood>
let asked: string[]

beforeAll(async () => {
  chains = await Promise.all([testChain(), testChain({ alias: 'local-two', id: 31_338 })])
  for (const chain of chains) {
    const { owner, contracts } = chain
    await launcher(chain).send(owner, contracts.factory, call('setMintFee', [fee]))
  }
})
beforeEach(() => {
  moods = {}
  asked = []
})
afterEach(async () => {
  await indexer?.stop()
  await server.close()
  for (const proxy of proxies) await proxy.close()
  proxies = []
})
afterAll(() => Promise.all(chains.map((chain) => chain.stop())))

/** Starts a server on both chains; `changes` apply to their configuration entries. */
async function start(changes: Record<string, Record<string, unknown>> = {}) {
  const networks = await Promise.all(
    chains.map(async (chain) => {
      const { alias, url, network } = chain
      const proxy = await proxyTo(url, (call, ask) => {
        if (isAboutOwed(call)) asked.push(alias)
        return moods[alias]?.(call, ask)
      })
      proxies.push(proxy)
      const usd_rate = rates[alias as keyof typeof rates]
      return { ...network, usd_rate, rpc_urls: [proxy.url], ...changes[alias] }
    }),
  )
  server = await testServer({ networks })
  indexer = startTestIndexer(server)
}

const caughtUp = () => Promise.all(chains.map((chain) => indexer?.caughtUp(chain)))

const isAboutOwed = ({ method, params }: RpcCall) =>
  method === 'eth_call' && JSON.stringify(params).includes(owedMany)

const owedMany = toFunctionSelector('owedMany(address[],address)')

// Safe: lower case changes no address.
const asStored = (address: Address) => address.toLowerCase() as Address

async function balance({ address }: { address: Address }) {
  const { status, data } = await server.get(getUser.path, { as: address })
  expect(status).toBe(200)
  return { balance: data.balance, unpriced: data.balance_unpriced }
}

describe('the balance', () => {
  test('is the revenue of mints in USD, without the fee', async () => {
    await start()
    const creator = person()
    await sell(chains[0], creator, { quantity: 3 })
    await caughtUp()
    expect(await balance(creator)).toEqual({ balance: 90, unpriced: [] })
    expect(await balance(person())).toEqual({ balance: 0, unpriced: [] })
    expect(asked).toEqual(['local'])
  })

  test('is shared among the payees, first and later ones', async () => {
    await start()
    const [creator, first, second, later] = [person(), person(), person(), person()]
    const collection = await sell(chains[0], creator, {
      payees: [
        { account: first.address, bps: 2500 },
        { account: second.address, bps: 7500 },
      ],
    })
    const payees = [{ account: later.address, bps: 10_000 }]
    await launcher(chains[0]).send(creator, collection, call('setPayees', [payees]))
    const buyer = person()
    await launcher(chains[0]).fund(buyer)
    const unit = parseEther('0.01') + fee
    await launcher(chains[0]).send(buyer, collection, call('mint', [2n]), unit * 2n)
    await caughtUp()
    const balances = await Promise.all([creator, first, second, later].map(balance))
    expect(balances.map(({ balance }) => balance)).toEqual([0, 7.5, 22.5, 60])
  })

  test('includes a fifth of the fee of referred mints', async () => {
    await start()
    const [creator, referrer] = [person(), person()]
    await sell(chains[0], creator, { quantity: 5, referrer: referrer.address })
    await caughtUp()
    expect((await balance(referrer)).balance).toBe(3)
    expect((await balance(creator)).balance).toBe(150)
  })

  test('drops as soon as the withdrawal is mined', async () => {
    await start()
    const creator = person()
    const collection = await sell(chains[0], creator)
    await sell(chains[1], creator)
    await caughtUp()
    expect((await balance(creator)).balance).toBe(30.01)
    // Unindexed blocks must not matter.
    await indexer?.stop()
    await withdraw(chains[0], creator, collection)
    expect((await balance(creator)).balance).toBe(0.01)
  })

  test('is summed over networks and rounded down once', async () => {
    await start({ local: { usd_rate: 0.75 } })
    const creator = person()
    // 0.0075 and 0.0045 USD: less than a cent each.
    await sell(chains[0], creator)
    await sell(chains[1], creator, { unit: parseEther('0.003') })
    await caughtUp()
    expect((await balance(creator)).balance).toBe(0.01)
  })

  test('omits coins without a rate, and lists them', async () => {
    await start({ 'local-two': { usd_rate: null } })
    const creator = person()
    await sell(chains[0], creator)
    await sell(chains[1], creator, { quantity: 2 })
    await caughtUp()
    const amount_wei = parseEther('0.02').toString()
    const unpriced = [{ currency: 'local-two-eth', amount_wei }]
    expect(await balance(creator)).toEqual({ balance: 30, unpriced })
  })

  test('never counts or requests test networks', async () => {
    await start({
      local: { is_testnet: true },
      'local-two': { is_testnet: true, usd_rate: null },
    })
    const creator = person()
    await sell(chains[0], creator)
    await sell(chains[1], creator)
    await caughtUp()
    expect(await balance(creator)).toEqual({ balance: 0, unpriced: [] })
    expect(asked).toEqual([])
  })

  test('counts income once its block is confirmed, and a withdrawal at once', async () => {
    await start({ local: { is_demo: false, confirmations: 3 } })
    const creator = person()
    const collection = await sell(chains[0], creator)
    await caughtUp()
    expect((await balance(creator)).balance).toBe(0)

    await chains[0].client.mine({ blocks: 3 })
    await expect
      .poll(async () => (await balance(creator)).balance, { timeout: 15_000 })
      .toBe(30)
    await withdraw(chains[0], creator, collection)
    expect((await balance(creator)).balance).toBe(0)
  })
})

describe('a chain', () => {
  /** Account that is owed 30 USD on one chain and 0.01 on the other, as indexed. */
  async function creatorOnBoth() {
    const creator = person()
    const collections = [await sell(chains[0], creator), await sell(chains[1], creator)]
    await caughtUp()
    expect((await balance(creator)).balance).toBe(30.01)
    await indexer?.stop()
    return { creator, collections }
  }

  const hanging = () => new Promise<never>(() => {})

  test('is read once per block and account, for any number of reloads', async () => {
    await start()
    const { creator } = await creatorOnBoth()
    asked = []
    for (let time = 0; time < 5; time += 1) await balance(creator)
    expect(asked).toEqual([])

    await chains[0].client.mine({ blocks: 1 })
    const balances = await Promise.all(Array.from({ length: 20 }, () => balance(creator)))
    expect(new Set(balances.map(({ balance }) => balance))).toEqual(new Set([30.01]))
    expect(asked).toEqual(['local'])
  })

  test.each<[string, Mood]>([
    ['does not answer', hanging],
    [
      'answers with an error',
      () => ({ error: { code: -32000, message: 'out of order' } }),
    ],
    [
      'returned impossible amounts',
      (call) => (isAboutOwed(call) ? { result: `0x${'f'.repeat(192)}` } : undefined),
    ],
    ['tells no amounts', (call) => (isAboutOwed(call) ? { result: '0x' } : undefined)],
  ])('that %s leaves the amount last read', async (_, mood) => {
    await start()
    const { creator, collections } = await creatorOnBoth()
    moods.local = mood
    await withdraw(chains[0], creator, collections[0] ?? zeroAddress)
    await withdraw(chains[1], creator, collections[1] ?? zeroAddress)
    expect((await balance(creator)).balance).toBe(30)

    // Paused for a while after the failure.
    asked = []
    expect((await balance(creator)).balance).toBe(30)
    expect(asked).toEqual([])
    moods = {}
    server.clock.advance(6000)
    expect((await balance(creator)).balance).toBe(0)
  })

  test('that pruned its old states is read at the oldest available one', {
    timeout: 60_000,
  }, async () => {
    await start({ local: { is_demo: false, confirmations: 140 } })
    const pruned: Mood = ({ method, params: [, block] }) => {
      const isOld = method === 'eth_call' && Number(block) < Number(newest) - 128
      const error = { code: -32000, message: 'missing trie node' }
      return isOld ? { error } : undefined
    }
    const creator = person()
    const collection = await sell(chains[0], creator)
    await chains[0].client.mine({ blocks: 145 })
    const newest = await chains[0].client.getBlockNumber()
    moods.local = pruned
    await caughtUp()
    await expect
      .poll(async () => (await balance(creator)).balance, { timeout: 15_000 })
      .toBe(30)
    await withdraw(chains[0], creator, collection)
    expect((await balance(creator)).balance).toBe(0)
  })

  test('that times out for one account still serves others', async () => {
    await start()
    const other = person()
    const collection = await sell(chains[0], other)
    const { creator } = await creatorOnBoth()
    expect((await balance(other)).balance).toBe(30)
    const silence = creator.address.slice(2).toLowerCase()
    moods.local = (call) =>
      isAboutOwed(call) && JSON.stringify(call.params).includes(silence)
        ? hanging()
        : undefined
    await withdraw(chains[0], other, collection)
    expect((await balance(creator)).balance).toBe(30.01)
    expect((await balance(other)).balance).toBe(0)
  })

  test('counts for a contract account only where its contract is', async () => {
    await start()
    const { creator } = await creatorOnBoth()
    await server.database
      .updateTable('users')
      .set({ account_kind: 'contract', auth_chain_id: chains[1].id })
      .where('address', '=', asStored(creator.address))
      .execute()
    expect((await balance(creator)).balance).toBe(0.01)
  })

  test('is requested for a bounded number of collections, own and minted ones first', async () => {
    await start()
    const [creator, payee] = [person(), person()]
    const payees = [{ account: payee.address, bps: 10_000 }]
    const sold = await sell(chains[0], creator, { payees })
    const launch = launcher(chains[0])
    const unsold = await launch.create(creator, { mintFee: fee, payees })
    await launch.fund(payee)
    const own = await launch.create(payee, { mintFee: fee })
    await caughtUp()
    const list = async (most: number, ids = [chains[0].id]) => {
      const wish = { account: asStored(payee.address), chains: ids, most }
      const found = await listEarnings(server.database, wish)
      return found.map(({ address }) => address)
    }
    expect(await list(3)).toEqual([own, sold, unsold].map(asStored))
    expect(await list(2)).toEqual([own, sold].map(asStored))
    expect(await list(3, [chains[1].id])).toEqual([])
    expect(await list(3, [])).toEqual([])
  })

  test('that is unreachable keeps the last stored amount, after a restart too', async () => {
    await start()
    const { creator } = await creatorOnBoth()
    await proxies[0]?.close()
    expect((await balance(creator)).balance).toBe(30.01)
    const restarted = createOwedReader(server.context)
    const session = { id: '', user_id: '', chain_id: 31_337, proven_on: null }
    const owed = await restarted({ ...session, address: asStored(creator.address) })
    expect(owed.map(({ amount_wei }) => amount_wei)).toEqual(
      Array(2).fill(parseEther('0.01')),
    )
  })
})
