import { labelToTokenId } from '@platemark/rules/name-label'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { startTestIndexer } from '../../../test/collections/launch.ts'
import { type TestNames, testNames } from '../../../test/names.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'
import { connectChains } from '../../configuration/chains.ts'
import { configure } from '../../configuration/configuration.ts'
import type { IndexedLog } from '../../indexer/projection.ts'
import { collectionProjection } from '../indexing/projection.ts'
import { withNames } from './projection.ts'
import { reviewClaims } from './service/review-claims.ts'

let chain: TestChain
let names: TestNames
/** The server of all tests; some open another. */
let usual: TestServer
let server: TestServer
let indexer: ReturnType<typeof startTestIndexer>
let empty: `0x${string}`
let turn = 0

beforeAll(async () => {
  chain = await testChain()
  names = await testNames(chain)
  await names.fund(ada, bob)
  usual = await testServer({
    ...names.settings,
    networks: [{ ...chain.network, usd_rate: 3000 }],
  })
})
beforeEach(async () => {
  empty = await chain.client.snapshot()
  await usual.reset()
  // The reader of names caches for three seconds: the clock of each test is 20 s behind the last.
  usual.clock.advance(-20_000 * turn++)
  server = usual
  indexer = startTestIndexer(server)
})
afterEach(async () => {
  await indexer.stop()
  if (server !== usual) await server.close()
  await chain.client.revert({ id: empty })
})
afterAll(async () => {
  await usual.close()
  await chain.stop()
})

type Person = { address: `0x${string}` }

const listOf = async ({ address }: Person) => {
  const { data } = await server.get(`/api/names?owner=${address}`)
  return data.map(({ name }: { name: string }) => name)
}

const primaryOf = async ({ address }: Person) => {
  const { status, data } = await server.get(`/api/names/reverse/${address}`)
  return status === 404 ? null : data.name
}

const eventsOf = async (label: string) => {
  const { data } = await server.get(`/api/names/${label}/activity`)
  return data.map(({ kind }: { kind: string }) => kind)
}

test('a registration is indexed without any report', async () => {
  const { transactionHash, blockNumber } = await names.register(ada, 'quiet-shore', true)
  await server.database
    .insertInto('currency_rates')
    .values({
      chain_id: chain.id,
      hour: new Date(Date.now() - 7_200_000),
      usd_rate: 2500,
    })
    .execute()
  await indexer.caughtUp(chain)
  const { data, meta } = await server.get(`/api/names?owner=${ada.address}`)
  expect(data).toEqual([
    {
      name: 'quiet-shore',
      full_name: 'quiet-shore.plate.test',
      token_id: `${labelToTokenId('quiet-shore')}`,
      chain: 'local',
      contract_address: names.registry,
      owner: ada.address,
      owner_short: `${ada.address.slice(0, 6)}…${ada.address.slice(-4)}`,
      image: '/api/names/quiet-shore/image.svg',
      is_primary: true,
      primary_onchain: true,
      price_paid: { amount_wei: '500000000000000', currency: 'ETH', usd: 1.25 },
      registered_at: expect.any(String),
      registered_tx: transactionHash,
      registered_block: `${blockNumber}`,
      expires_at: null,
      status: 'confirmed',
    },
  ])
  expect(meta).toMatchObject({ page: 1, per_page: 100, total: 1, last_page: 1 })
  expect(await primaryOf(ada)).toBe('quiet-shore')
  expect(await eventsOf('quiet-shore')).toEqual(['primary', 'registered'])
})

test('a report of an indexed name makes no second row', async () => {
  await names.register(ada, 'quiet-shore')
  const body = { name: 'quiet-shore', token_id: `${labelToTokenId('quiet-shore')}` }
  expect((await server.post('/api/names', body, { as: ada })).status).toBeLessThan(202)
  await indexer.caughtUp(chain)
  const { status, data } = await server.post('/api/names', body, { as: ada })
  expect([status, data.registered_block]).toEqual([200, expect.any(String)])
  expect((await server.get('/api/names', { as: ada })).data).toHaveLength(1)
  await reviewClaims(server.context)
  expect(await server.database.selectFrom('name_claims').selectAll().execute()).toEqual(
    [],
  )
})

test('a name has a state that follows the confirmed blocks', async () => {
  await names.register(ada, 'quiet-shore')
  await indexer.caughtUp(chain)
  const statusOf = async () =>
    (await server.get(`/api/names?owner=${ada.address}`)).data[0].status
  // An embedded chain is confirmed at once.
  expect(await statusOf()).toBe('confirmed')
  await server.database
    .updateTable('chain_cursors')
    .set({ confirmed_number: 1 })
    .execute()
  expect(await statusOf()).toBe('provisional')
})

test('records are indexed, and a transfer clears them, the owner and the primary name', async () => {
  await names.register(ada, 'quiet-shore', true)
  await names.setTexts(ada, 'quiet-shore', { url: 'https://a.example', description: 'x' })
  await names.setTexts(ada, 'quiet-shore', { description: '' })
  await names.call(ada, 'setAddr', [labelToTokenId('quiet-shore'), 0n, '0x0014'])
  await indexer.caughtUp(chain)
  const detail = async () => (await server.get('/api/names/quiet-shore')).data
  expect(await detail()).toMatchObject({
    records: { url: 'https://a.example' },
    addresses: [
      { coin_type: '60', address: ada.address, source: 'owner' },
      { coin_type: '0', label: 'Bitcoin', address: '0x0014', source: 'record' },
    ],
  })
  server.clock.advance(4000)
  await names.transfer(ada, bob.address, 'quiet-shore')
  await indexer.caughtUp(chain)
  expect(await detail()).toMatchObject({
    owner: bob.address,
    records: {},
    addresses: [{ coin_type: '60', address: bob.address, source: 'owner' }],
    is_primary: false,
  })
  expect([await primaryOf(ada), await primaryOf(bob)]).toEqual([null, null])
  expect([await listOf(ada), await listOf(bob)]).toEqual([[], ['quiet-shore']])
  expect(await eventsOf('quiet-shore')).toEqual([
    ...['transferred', 'address', 'texts', 'texts', 'primary', 'registered'],
  ])
})

test('a reorganisation takes a name, its records and its primary name away', async () => {
  await names.register(ada, 'quiet-shore', true)
  const before = await chain.client.snapshot()
  await names.register(ada, 'paper-moons', true)
  await names.setTexts(ada, 'quiet-shore', { url: 'https://a.example' })
  await names.transfer(ada, bob.address, 'quiet-shore')
  await indexer.caughtUp(chain)
  expect([await primaryOf(ada), await listOf(bob)]).toEqual([
    'paper-moons',
    ['quiet-shore'],
  ])
  await chain.client.revert({ id: before })
  await chain.client.mine({ blocks: 6 })
  await indexer.caughtUp(chain)
  expect([await listOf(ada), await listOf(bob)]).toEqual([['quiet-shore'], []])
  expect(await primaryOf(ada)).toBe('quiet-shore')
  expect(await eventsOf('paper-moons')).toEqual([])
  server.clock.advance(4000)
  const body = { name: 'paper-moons', token_id: `${labelToTokenId('paper-moons')}` }
  const saved = await server.post('/api/names', body, { as: ada })
  expect(saved.error?.code).toBe('name_not_minted')
})

test('the later choice of a primary name counts, here or on the chain', async () => {
  await names.register(ada, 'quiet-shore', true)
  await names.register(ada, 'paper-moons')
  await indexer.caughtUp(chain)
  const choose = (name: string) =>
    server.post(`/api/names/${name}/primary`, undefined, { as: ada })
  const chosen = await choose('paper-moons')
  expect([chosen.status, chosen.data]).toEqual([
    200,
    {
      name: 'paper-moons',
      is_primary: true,
      primary_onchain: false,
      onchain_primary: 'quiet-shore',
    },
  ])
  expect((await choose('paper-moons')).status).toBe(200)
  expect(await primaryOf(ada)).toBe('paper-moons')
  expect((await server.get('/api/names', { as: ada })).data).toMatchObject([
    { name: 'paper-moons', is_primary: true, primary_onchain: false },
    { name: 'quiet-shore', is_primary: false, primary_onchain: true },
  ])

  await chain.client.increaseTime({ seconds: 3600 })
  await names.call(ada, 'setPrimary', [labelToTokenId('quiet-shore')])
  await indexer.caughtUp(chain)
  expect(await primaryOf(ada)).toBe('quiet-shore')
  expect((await choose('paper-moons')).status).toBe(200)
  expect(await primaryOf(ada)).toBe('paper-moons')

  // Its primary name on the chain moves away; the choice here stays.
  await chain.client.increaseTime({ seconds: 3600 })
  await names.transfer(ada, bob.address, 'quiet-shore')
  await indexer.caughtUp(chain)
  expect(await primaryOf(ada)).toBe('paper-moons')

  const cleared = await server.send(
    { method: 'DELETE', url: '/api/names/primary' },
    { as: ada },
  )
  expect([cleared.status, await primaryOf(ada)]).toEqual([204, null])
})

test('a chosen name that was away and is back is not primary again', async () => {
  await names.register(ada, 'quiet-shore')
  await indexer.caughtUp(chain)
  await server.post('/api/names/quiet-shore/primary', undefined, { as: ada })
  expect(await primaryOf(ada)).toBe('quiet-shore')
  await names.transfer(ada, bob.address, 'quiet-shore')
  await names.transfer(bob, ada.address, 'quiet-shore')
  await indexer.caughtUp(chain)
  expect(await primaryOf(ada)).toBeNull()
})

test('a name of another wallet, or of none, cannot be chosen', async () => {
  await names.register(bob, 'quiet-shore')
  await indexer.caughtUp(chain)
  const choose = async (name: string) => {
    const answer = await server.post(`/api/names/${name}/primary`, undefined, { as: ada })
    return [answer.status, answer.error?.code]
  }
  expect(await choose('quiet-shore')).toEqual([403, 'not_name_owner'])
  expect(await choose('paper-moons')).toEqual([403, 'not_name_owner'])
  expect(await choose('Quiet-Shore')).toEqual([422, 'name_invalid'])
  await chain.client.setAutomine(false)
  const args = [labelToTokenId('paper-moons'), ada.address, false] as const
  const tx_hash = await names.submit(ada, 'register', args, 10n ** 17n)
  const body = {
    name: 'paper-moons',
    token_id: `${labelToTokenId('paper-moons')}`,
    tx_hash,
  }
  await server.post('/api/names', body, { as: ada })
  expect(await choose('paper-moons')).toEqual([409, 'name_pending'])
  await chain.client.setAutomine(true)
})

test('an account delegated by EIP-7702 owns and resolves like any key', async () => {
  await names.register(ada, 'quiet-shore', true)
  const detail = async () => {
    server.clock.advance(4000)
    return (await server.get('/api/names/quiet-shore')).data
  }
  await indexer.caughtUp(chain)
  const before = await detail()
  const bytecode = `0xef0100${names.registry.slice(2)}` as const
  await chain.client.setCode({ address: ada.address, bytecode })
  const after = await detail()
  expect(after).toEqual(before)
  expect(after).toMatchObject({ owner_is_contract: false, primary_onchain: true })
  await chain.client.setCode({ address: ada.address, bytecode: '0x00' })
  expect(await detail()).toMatchObject({
    owner_is_contract: true,
    addresses: [{ coin_type: `${2 ** 31 + chain.id}`, label: 'Local', source: 'owner' }],
  })
  await chain.client.setCode({ address: ada.address, bytecode: '0x' })
})

test('texts that the database cannot keep are kept without those characters', async () => {
  await names.register(ada, 'quiet-shore')
  await names.setTexts(ada, 'quiet-shore', { 'a\0b': 'x\0y', __proto__x: '\ud800' })
  await indexer.caughtUp(chain)
  const { data } = await server.get('/api/names/quiet-shore')
  expect(data.records.ab).toBe('xy')
})

test('a registry that is named later is read from its start', async () => {
  await names.register(ada, 'quiet-shore')
  await indexer.stop()
  server = await testServer({ networks: [chain.network] })
  indexer = startTestIndexer(server)
  await indexer.caughtUp(chain)
  await indexer.stop()
  expect(await server.database.selectFrom('names').selectAll().execute()).toEqual([])
  const settings = {
    ...{ ...names.settings, networks: [chain.network] },
    limits: { rpc_poll_ms: 20 },
  }
  const chains = connectChains(configure(settings))
  indexer = startTestIndexer({ ...server, context: { ...server.context, chains } })
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; ) {
    const found = await server.database.selectFrom('names').select('name').execute()
    if (found.length > 0) break
    await new Promise((resume) => setTimeout(resume, 20))
  }
  expect(await server.database.selectFrom('names').select('name').execute()).toEqual([
    { name: 'quiet-shore' },
  ])
})

test('a log that no registry emits is refused, or skipped once two nodes agree', async () => {
  await indexer.stop()
  const [local] = server.context.chains
  if (!local) throw new Error('chain is missing')
  const log: IndexedLog = {
    address: names.registry.toLowerCase() as `0x${string}`,
    topics: [
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      `0x${'0'.repeat(24)}${ada.address.slice(2).toLowerCase()}`,
      `0x${'0'.repeat(24)}${bob.address.slice(2).toLowerCase()}`,
      `0x${labelToTokenId('quiet-shore').toString(16)}`,
    ],
    data: '0x',
    blockNumber: 1_000_000,
    blockHash: `0x${'1'.repeat(64)}`,
    blockTime: new Date(),
    transactionHash: `0x${'2'.repeat(64)}`,
    logIndex: 0,
  }
  const apply = withNames(collectionProjection).decode(local, [log])
  const run = (setsAside: boolean) =>
    server.database
      .transaction()
      .execute((transaction) => apply(transaction, { isBackfilling: false, setsAside }))
  await expect(run(false)).rejects.toThrow('transfer precedes registration')
  expect(await run(true)).toMatchObject([
    {
      address: null,
      blockNumber: 1_000_000,
      reason: expect.stringContaining('transfer'),
    },
  ])
  expect(await server.database.selectFrom('names').selectAll().execute()).toEqual([])
})
