import { randomUUID } from 'node:crypto'
import { type Hex, parseEther, parseGwei } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { collectionRow } from '../../../test/collection.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'
import { estimateCreation } from './creation-cost.ts'
import { markDeployed } from './service.ts'

let chain: TestChain
let server: TestServer

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({ networks: [chain.network] })
})

afterAll(async () => {
  await server.close()
  await chain.stop()
})

beforeEach(() => server.reset())

const phase = {
  phase_id: 255,
  kind: 'public',
  title: 'Everyone',
  start: '2025-01-01T00:00:00Z',
  end: '2099-01-01T00:00:00Z',
  price_wei: '1000000000000000',
  max_per_wallet: 3,
  max_supply: null,
}
const complete = {
  chain_alias: 'local',
  kind: 'drop',
  name: 'Tidewater',
  symbol: 'TIDE',
  max_supply: 100,
  phases: [phase],
}
const hash = `0x${'7'.repeat(64)}`

const path = (id: string, verb: string) => `/api/contract/studio/${id}/${verb}`
const read = (id: string, as = ada) => server.get(path(id, 'deployment'), { as })
const prepare = (id: string) => server.post(path(id, 'prepare'), undefined, { as: ada })
const report = (id: string, as = ada) =>
  server.post(path(id, 'sent'), { transaction_hash: hash }, { as })

async function draft(fields: object = {}): Promise<string> {
  const data = { ...complete, ...fields }
  const { data: made } = await server.postForm(
    '/api/contract/studio/create',
    { data },
    { as: ada },
  )
  return made.contract_id
}

async function send({ to, data }: { to: Hex; data: Hex }) {
  await chain.client.setBalance({ address: ada.address, value: parseEther('1') })
  const call = { chain: chain.chain, account: ada, to, data, gas: 3_000_000n }
  const sent = await chain.client.sendTransaction(call)
  await chain.client.waitForTransactionReceipt({ hash: sent, pollingInterval: 20 })
}

test('an open draft has its cost and the address that its transaction creates', async () => {
  const id = await draft()
  const { status, data } = await read(id)
  expect(status).toBe(200)
  expect(data).toMatchObject({
    state: 'open',
    deadline: null,
    transaction_hash: null,
    missing: {},
    collection: null,
  })
  const gas = Number(data.cost.gas)
  expect(gas).toBeGreaterThan(100_000)
  expect(gas).toBeLessThan(250_000)
  expect(BigInt(data.cost.network_fee_wei) % BigInt(gas)).toBe(0n)
  expect((await prepare(id)).data.predicted_address).toBe(data.predicted_address)
})

test('an incomplete draft has what is missing by the network, its fee, and a usual cost', async () => {
  const price_wei = String(parseGwei('1'))
  const id = await draft({ phases: [{ ...phase, price_wei }], max_supply: null })
  const { data } = await read(id)
  expect(data).toMatchObject({
    predicted_address: null,
    missing: { max_supply: ['A drop needs a supply.'] },
    mint_fee_wei: '0',
  })
  // Not below the cost of a complete one, and not far above it.
  const whole = (await read(await draft())).data.cost
  expect(Number(data.cost.gas) / Number(whole.gas)).toBeGreaterThan(1)
  expect(Number(data.cost.gas) / Number(whole.gas)).toBeLessThan(1.1)
})

test('the cost has the price of the node where the last blocks are empty', async () => {
  await chain.client.mine({ blocks: 5 })
  const { cost } = (await read(await draft())).data
  const price = BigInt(cost.network_fee_wei) / BigInt(cost.gas)
  expect(price).toBe(await chain.client.getGasPrice())
})

test('a creation that is mined after its simulation counts as pending', async () => {
  const { to, data } = (await prepare(await draft())).data
  const [network] = server.context.chains
  if (!network) throw new Error('The server has no network.')
  const creation = { account: ada.address, to, data }
  await expect(estimateCreation(network, creation)).resolves.toHaveProperty('gas')
  await send({ to, data })
  await expect(estimateCreation(network, creation)).rejects.toMatchObject({
    code: 'deployment_pending',
  })
})

test('with lists it has a cost before, and its address once it is prepared', async () => {
  const friends = { ...phase, phase_id: 0, kind: 'allowlist', title: 'Friends' }
  const id = await draft({ phases: [friends, phase] })
  const list = { phase_id: 0, entries: [{ address: bob.address }] }
  await server.post(path(id, 'lists'), list, { as: ada })
  const before = (await read(id)).data
  expect(before.predicted_address).toBeNull()
  const { predicted_address } = (await prepare(id)).data
  const { data } = await read(id)
  expect(data).toMatchObject({ state: 'pending', predicted_address, missing: {} })
  // The same bytes but those of hashes.
  expect(Math.abs(Number(data.cost.gas) - Number(before.cost.gas))).toBeLessThan(500)
})

test('a prepared draft has its deadline and the reported hash until it opens again', async () => {
  const id = await draft()
  await report(id)
  expect((await read(id)).data.transaction_hash).toBeNull()
  const { expires_at } = (await prepare(id)).data
  expect((await report(id)).status).toBe(204)
  expect((await read(id)).data).toMatchObject({
    state: 'pending',
    deadline: expires_at,
    transaction_hash: hash,
  })
  await chain.client.increaseTime({ seconds: 901 })
  await chain.client.mine({ blocks: 1 })
  const { data } = await read(id)
  expect(data).toMatchObject({ state: 'open', deadline: null, transaction_hash: null })
  const again = (await prepare(id)).data
  expect(again.predicted_address).toBe(data.predicted_address)
  expect((await read(id)).data.transaction_hash).toBeNull()
})

test('past its deadline it is expired until the block is confirmed', async () => {
  const networks = [{ ...chain.network, is_demo: false, confirmations: 5 }]
  const real = await testServer({ networks })
  const { data } = await real.postForm(
    '/api/contract/studio/create',
    { data: complete },
    { as: ada },
  )
  const at = path(data.contract_id, 'deployment')
  await real.post(path(data.contract_id, 'prepare'), undefined, { as: ada })
  await chain.client.increaseTime({ seconds: 901 })
  await chain.client.mine({ blocks: 1 })
  const { data: late } = await real.get(at, { as: ada })
  expect(late).toMatchObject({ state: 'expired', cost: null })
  await real.close()
})

test('a mined one is created, and indexed once the collection has its row', async () => {
  const id = await draft()
  const prepared = (await prepare(id)).data
  await send(prepared)
  const { predicted_address } = prepared
  expect((await read(id)).data).toMatchObject({ state: 'created', predicted_address })

  const row = { id, chain_id: chain.id, alias: 'tidewater' }
  await server.database
    .insertInto('collections')
    .values(
      collectionRow({
        ...row,
        address: predicted_address.toLowerCase(),
        owner: ada.address.toLowerCase(),
      }),
    )
    .execute()
  await markDeployed(server.database, id, id)
  expect((await read(id)).data).toMatchObject({
    state: 'indexed',
    collection: {
      chain_alias: 'local',
      contract_address: predicted_address,
      alias: 'tidewater',
    },
  })
})

test("answers 404 to another wallet's draft, and 503 without the network", async () => {
  const id = await draft()
  expect((await read(id, bob)).status).toBe(404)
  expect((await report(id, bob)).status).toBe(404)
  const networks = [{ ...chain.network, rpc_urls: ['http://127.0.0.1:9'] }]
  const cut = await testServer({ networks })
  const made = await cut.postForm(
    '/api/contract/studio/create',
    { data: complete },
    { as: ada },
  )
  const at = path(made.data.contract_id, 'deployment')
  expect((await cut.get(at, { as: ada })).error?.code).toBe('chain_unavailable')
  await cut.close()
})

test('answers 404 for a draft of a network that was removed', async () => {
  const id = await draft()
  await server.database.updateTable('drafts').set({ chain_id: 99 }).execute()
  expect((await read(id)).error?.code).toBe('unknown_chain')
})

const decline = (id: string, predicted_address: string, as = ada) =>
  server.post(path(id, 'declined'), { predicted_address }, { as })
const rename = (id: string) =>
  server.post(path(id, 'update'), { name: 'Ebb' }, { as: ada })

test('a declined deployment opens its draft at once, under a new address', async () => {
  const id = await draft()
  const { predicted_address } = (await prepare(id)).data
  expect((await rename(id)).error?.code).toBe('deployment_pending')
  expect((await decline(id, predicted_address, bob)).error?.code).toBe('not_found')
  expect((await decline(id, predicted_address)).status).toBe(204)
  expect((await rename(id)).status).toBe(200)
  expect((await read(id)).data).toMatchObject({ state: 'open', deadline: null })
  expect((await prepare(id)).data.predicted_address).not.toBe(predicted_address)
  // A late decline of the earlier transaction does not open the present one.
  expect((await decline(id, predicted_address)).error?.code).toBe('deployment_pending')
})

test('a decline opens nothing that may still be mined', async () => {
  const reported = await draft()
  const first = (await prepare(reported)).data
  await report(reported)
  expect((await decline(reported, first.predicted_address)).error?.code).toBe(
    'deployment_pending',
  )
  const shared = await draft({ name: 'Shared', symbol: 'SHARE' })
  const second = (await prepare(shared)).data
  await server.database
    .updateTable('drafts')
    .set({ prepared_by: randomUUID() })
    .where('id', '=', shared)
    .execute()
  // Once two sessions have prepared it, the decline of either opens nothing.
  await prepare(shared)
  expect((await decline(shared, second.predicted_address)).error?.code).toBe(
    'deployment_pending',
  )
  const mined = await draft({ name: 'Mined', symbol: 'MINED' })
  const third = (await prepare(mined)).data
  await send(third)
  expect((await decline(mined, third.predicted_address)).error?.code).toBe(
    'deployment_pending',
  )
})
