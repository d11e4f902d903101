import { getEarnings } from '@platemark/api/earnings'
import { type Address, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { launcher, startTestIndexer } from '../../../test/collections/launch.ts'
import { proxyTo } from '../../../test/indexer/proxy.ts'
import { callData, fee, person, sell } from '../../../test/selling.ts'
import { type TestServer, testServer } from '../../../test/server.ts'

let chain: TestChain
let server: TestServer
let indexer: ReturnType<typeof startTestIndexer>
let node: Awaited<ReturnType<typeof proxyTo>>

beforeAll(async () => {
  chain = await testChain()
  const { owner, contracts } = chain
  await launcher(chain).send(owner, contracts.factory, callData('setMintFee', [fee]))
})
beforeEach(async () => {
  node = await proxyTo(chain.url, () => undefined)
  server = await testServer({
    networks: [{ ...chain.network, usd_rate: 3000, rpc_urls: [node.url] }],
  })
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
    { contract_address: shared, is_payee: true, referred: 0, has_page: true },
  ])

  const paid = await read(payee)
  expect(paid.networks[0].collections).toMatchObject([
    { owed_wei: '0', paid_wei: String(income / 5n), is_payee: true },
  ])
  expect(paid.payments).toMatchObject([
    { contract_address: shared, amount_wei: String(income / 5n), chain_alias: 'local' },
  ])

  expect((await read(referrer)).networks[0].collections).toMatchObject([
    { owed_wei: String((fee * 3n) / 5n), is_payee: false, referred: 3 },
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
