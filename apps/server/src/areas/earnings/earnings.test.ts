import { collectionAbi } from '@platemark/abi/collection'
import { payoutsAbi } from '@platemark/abi/payouts'
import { royaltySplitAbi } from '@platemark/abi/royalty-split'
import { getEarnings } from '@platemark/api/earnings'
import { type Address, encodeFunctionData, parseEther } from 'viem'
import { readContract } from 'viem/actions'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { launcher, startTestIndexer } from '../../../test/collections/launch.ts'
import { proxyTo } from '../../../test/indexer/proxy.ts'
import { callData, fee, person, sell, storeRate } from '../../../test/selling.ts'
import { type TestServer, testServer } from '../../../test/server.ts'
import {
  payInWrapped,
  placeWrappedToken,
  wrappedToken,
} from '../../../test/wrapped-token.ts'

let chain: TestChain
let server: TestServer
let indexer: ReturnType<typeof startTestIndexer>
let node: Awaited<ReturnType<typeof proxyTo>>

beforeAll(async () => {
  chain = await testChain()
  const { owner, contracts } = chain
  await launcher(chain).send(owner, contracts.factory, callData('setMintFee', [fee]))
  await placeWrappedToken(chain)
})
beforeEach(async () => {
  node = await proxyTo(chain.url, () => undefined)
  const own = { usd_rate: 3000, rpc_urls: [node.url], wrapped_token: wrappedToken }
  server = await testServer({ networks: [{ ...chain.network, ...own }] })
  indexer = startTestIndexer(server)
})
afterEach(async () => {
  await indexer.stop()
  await server.close()
  await node.close()
})
afterAll(() => chain.stop())

async function read({ address }: { address: Address }) {
  const { status, data } = await server.get(getEarnings.path, { as: { address } })
  expect(status).toBe(200)
  return data
}

test('names what each collection owes and paid creator, payee and referrer, to the wei', async () => {
  const [creator, payee, referrer] = [person(), person(), person()]
  const shared = await sell(chain, creator, {
    ...{ quantity: 3, referrer: referrer.address },
    payees: [
      { account: creator.address, bps: 8000 },
      { account: payee.address, bps: 2000 },
    ],
  })
  const pay = callData('release', [payee.address])
  await launcher(chain).send(creator, shared, pay)
  await indexer.caughtUp(chain)
  const income = parseEther('0.03')

  const [own] = (await read(creator)).networks
  expect(own).toMatchObject({
    ...{ chain_alias: 'local', is_current: true, owed_usd: 72 },
    ...{ owed_wei: String((income * 8n) / 10n), paid_wei: '0' },
  })
  expect(own.collections).toMatchObject([
    {
      ...{ contract_address: shared, is_payee: true, share_bps: 8000 },
      ...{ referred: 0, has_page: true },
    },
  ])

  const paid = await read(payee)
  expect(paid.networks[0].collections).toMatchObject([
    { owed_wei: '0', paid_wei: String(income / 5n), is_payee: true },
  ])
  expect(paid.payments).toMatchObject([
    {
      ...{ contract_address: shared, amount_wei: String(income / 5n) },
      ...{ chain_alias: 'local', usd_then: null },
    },
  ])
  await storeRate(server, chain, { usd_rate: 2000 })
  expect((await read(payee)).payments).toMatchObject([{ usd_then: 12 }])

  expect((await read(referrer)).networks[0].collections).toMatchObject([
    {
      ...{ owed_wei: String((fee * 3n) / 5n), is_payee: false, referred: 3 },
      share_bps: null,
    },
  ])
  expect(await read(person())).toEqual({ networks: [], payments: [] })
})

test('are still withdrawable where the page was deleted, without its picture', async () => {
  const creator = person()
  const address = await sell(chain, creator)
  await indexer.caughtUp(chain)
  await server.database
    .updateTable('collections')
    .set({ deleted_at: new Date(), image_file: 'a.png' })
    .where('address', '=', address.toLowerCase())
    .execute()
  const [network] = (await read(creator)).networks
  expect(network.collections).toMatchObject([
    { owed_wei: String(parseEther('0.01')), has_page: false, image: { is_plate: true } },
  ])
})

test('of a network that does not answer are those of its last answer', async () => {
  const creator = person()
  await sell(chain, creator)
  await indexer.caughtUp(chain)
  const [before] = (await read(creator)).networks
  await node.close()
  const data = await read(creator)
  expect(data.networks[0]).toMatchObject({ is_current: false, owed_wei: before.owed_wei })
  expect(data.networks[0].collections).toMatchObject([{ owed_wei: null, paid_wei: '0' }])
})

test('hold the royalties of a split in coins and in the wrapped token, for its payees only', async () => {
  const [creator, payee] = [person(), person()]
  const launch = launcher(chain)
  await launch.fund(creator)
  const collection = await launch.create(creator, {
    ...{ hasRoyaltySplit: true, mintFee: fee },
    payees: [
      { account: creator.address, bps: 7500 },
      { account: payee.address, bps: 2500 },
    ],
  })
  const [split] = await readContract(chain.client, {
    ...{ address: collection, abi: collectionAbi, functionName: 'royaltyInfo' },
    args: [1n, 1n],
  })
  const [coins, tokens] = [parseEther('1'), parseEther('0.4')]
  await launch.send(creator, split, '0x', coins)
  await payInWrapped(chain, creator, { to: split, amount: tokens })
  const successor = person()
  const payees = [{ account: successor.address, bps: 10_000 }]
  await launch.send(creator, collection, callData('setPayees', [payees]))
  await indexer.caughtUp(chain)

  const [before] = (await read(creator)).networks
  expect(before).toMatchObject({
    owed_wei: String((coins * 3n) / 4n),
    wrapped_token: { address: wrappedToken, symbol: 'WETH', decimals: 18 },
    collections: [{ owed_wei: '0', share_bps: null }],
  })
  expect(before.splits).toEqual([
    {
      ...{ address: split, names: ['Tidewater'] },
      ...{ owed_wei: String((coins * 3n) / 4n), paid_wei: '0' },
      ...{ wrapped_owed: String((tokens * 3n) / 4n), wrapped_paid: '0' },
    },
  ])
  expect((await read(successor)).networks[0].splits).toEqual([])

  // Collections and splits are paid by one transaction, because their calls are the same.
  const data = encodeFunctionData({
    ...{ abi: payoutsAbi, functionName: 'releaseMany' },
    args: [[collection, split], creator.address],
  })
  await launch.send(creator, chain.contracts.payouts, data)
  const release = { abi: royaltySplitAbi, functionName: 'release' } as const
  const args = [wrappedToken, payee.address] as const
  await launch.send(creator, split, encodeFunctionData({ ...release, args }))
  await indexer.caughtUp(chain)
  const [own] = (await read(creator)).networks
  expect(own).toMatchObject({ owed_wei: '0', paid_wei: String((coins * 3n) / 4n) })
  const [other] = (await read(payee)).networks
  expect(other.splits).toMatchObject([
    {
      ...{ owed_wei: String(coins / 4n), paid_wei: '0' },
      ...{ wrapped_owed: '0', wrapped_paid: String(tokens / 4n) },
    },
  ])

  await node.close()
  expect((await read(payee)).networks[0]).toMatchObject({
    ...{ is_current: false, owed_wei: String(coins / 4n) },
    splits: [{ address: split, owed_wei: null, wrapped_owed: null }],
  })
})
