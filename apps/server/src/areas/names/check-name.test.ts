import { labelToTokenId } from '@platemark/rules/name-label'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { startTestIndexer } from '../../../test/collections/launch.ts'
import { type TestNames, testNames } from '../../../test/names.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'

let chain: TestChain
let names: TestNames
/** The server of all tests; some open another. */
let usual: TestServer
let server: TestServer
let empty: `0x${string}`

beforeAll(async () => {
  chain = await testChain()
  names = await testNames(chain)
  await names.fund(ada, bob)
  usual = await openServer()
})
beforeEach(async () => {
  empty = await chain.client.snapshot()
  await usual.reset()
  server = usual
})
afterEach(async () => {
  if (server !== usual) await server.close()
  await chain.client.revert({ id: empty })
})
afterAll(async () => {
  await usual.close()
  await chain.stop()
})

const openServer = (rpc_urls?: string[]) =>
  testServer({
    ...names.settings,
    networks: [{ ...chain.network, usd_rate: 3060, ...(rpc_urls && { rpc_urls }) }],
  })

const check = async (name: string) => {
  const query = new URLSearchParams({ name })
  const { status, data } = await server.get(`/api/names/check?${query}`)
  expect(status).toBe(200)
  return data
}

test('a free name is available at the price of the registry', async () => {
  const { headers, data } = await server.get('/api/names/check?name=Lantern')
  expect(headers['cache-control']).toBe('no-store')
  expect(data).toEqual({
    input: 'Lantern',
    name: 'lantern',
    full_name: 'lantern.plate.test',
    token_id: `${labelToTokenId('lantern')}`,
    valid: true,
    available: true,
    status: 'available',
    reason: null,
    reason_code: null,
    normalized: true,
    checked: 'chain',
    price: { amount_wei: '2000000000000000', currency: 'ETH', usd: 6.12 },
    warnings: [],
    suggestions: [],
  })
  const priceOf = async (name: string) => (await check(name)).price.amount_wei
  expect(await priceOf('ink')).toBe('50000000000000000')
  expect(await priceOf('inks')).toBe('10000000000000000')
  expect(await priceOf('a-quiet-hour')).toBe('500000000000000')
})

test('a registered name is taken, with five names that are available', async () => {
  await names.register(ada, 'lantern')
  await names.register(ada, 'lanternnft')
  const data = await check('lantern.plate.test')
  expect(data).toMatchObject({
    available: false,
    status: 'taken',
    reason: 'This name is already registered.',
    normalized: true,
  })
  expect(data.suggestions.map(({ name }: { name: string }) => name)).toEqual([
    'lanternhq',
    'lanternart',
    'lanternxyz',
    'thelantern',
    'itslantern',
  ])
  for (const { name } of data.suggestions)
    expect(await check(name)).toMatchObject({ available: true, status: 'available' })
})

test('a name that the registry or the list keeps is reserved', async () => {
  await names.call(chain.owner, 'setReserved', [[labelToTokenId('tidewater')], true])
  const reserved = {
    available: false,
    status: 'reserved',
    reason: 'This name is reserved.',
  }
  expect(await check('tidewater')).toMatchObject(reserved)
  expect(await check('studio')).toMatchObject(reserved)
})

test('an invalid name has the reason, and names that could be meant', async () => {
  const reasons = {
    ab: 'too_short',
    [`${'a'.repeat(32)}`]: 'too_long',
    'low_tide!': 'bad_character',
    '-tide': 'edge_hyphen',
    'ab--cd': 'double_hyphen',
    'l\u0430ntern': 'mixed_scripts',
    '0xtide': 'looks_like_address',
    'low.tide': 'has_dot',
    '%2e%2e': 'bad_character',
    '.': 'has_dot',
    '..': 'has_dot',
  }
  for (const [input, reason_code] of Object.entries(reasons)) {
    const expected = { valid: false, available: false, status: 'invalid', reason_code }
    expect([input, await check(input)]).toEqual([
      input,
      expect.objectContaining(expected),
    ])
  }
  const suggested = async (input: string) =>
    (await check(input)).suggestions.map(({ name }: { name: string }) => name)
  expect(await suggested('ab')).toContain('abhq')
  expect((await suggested('low_tide!'))[0]).toBe('lowtide')
  expect((await check('low_tide!')).reason).toBe(
    '“_” and “!” cannot be in a name. Only letters a-z, digits and hyphens can be used.',
  )
})

test('a text of more than 255 characters, or none, is refused', async () => {
  expect((await check('x'.repeat(255))).status).toBe('invalid')
  for (const query of ['', '?name=', `?name=${'x'.repeat(256)}`]) {
    const { status, error } = await server.get(`/api/names/check${query}`)
    expect([status, error?.code, Object.keys(error?.fields ?? {})]).toEqual([
      ...[422, 'validation_failed', ['name']],
    ])
  }
})

test('a name warns of an older one that it looks like, and of no other', async () => {
  await names.register(ada, 'lantern')
  await names.register(ada, 'barn')
  const indexer = startTestIndexer(server)
  await indexer.caughtUp(chain)
  const warning = {
    code: 'lookalike',
    name: 'lantern',
    message: 'Looks like lantern, which is registered by someone else.',
  }
  expect((await check('1antern')).warnings).toEqual([warning])
  expect((await check('lan-tern')).warnings).toEqual([warning])
  expect((await check('lantern')).warnings).toEqual([])
  expect((await check('clear')).warnings).toEqual([])
  await indexer.stop()
})

test('while no node answers, the answer comes from the index', async () => {
  await names.register(ada, 'lantern')
  await names.call(chain.owner, 'setReserved', [[labelToTokenId('tidewater')], true])
  const indexer = startTestIndexer(server)
  await indexer.caughtUp(chain)
  await indexer.stop()
  const dump = await server.database.selectFrom('name_events').selectAll().execute()
  const [row] = await server.database.selectFrom('names').selectAll().execute()
  server = await openServer(['http://127.0.0.1:9'])
  for (const event of dump) {
    const data = JSON.stringify(event.data)
    await server.database
      .insertInto('name_events')
      .values({ ...event, data })
      .execute()
  }
  if (!row) throw new Error('name is not indexed')
  const records = { texts: JSON.stringify(row.texts), addresses: JSON.stringify({}) }
  await server.database
    .insertInto('names')
    .values({ ...row, ...records })
    .execute()
  const cached = { checked: 'cache' }
  expect(await check('lantern')).toMatchObject({ ...cached, status: 'taken' })
  expect(await check('tidewater')).toMatchObject({ ...cached, status: 'reserved' })
  expect(await check('quiet-shore')).toMatchObject({
    ...{ ...cached, status: 'available' },
    price: { amount_wei: '500000000000000' },
  })
})

test('more than 60 checks of a client in a minute are refused', async () => {
  const { limits } = server.configuration
  server = await testServer({
    ...{ ...names.settings, networks: [chain.network], rate_limit_scale: 1 },
  })
  expect(limits.name_checks_per_client).toBe(60)
  for (let at = 0; at < 60; at += 1) await check('ab')
  const { status, error, headers } = await server.get('/api/names/check?name=ab')
  expect([status, error?.code]).toEqual([429, 'too_many_requests'])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(
    (await server.get('/api/names/check?name=ab', { from: '203.0.113.9' })).status,
  ).toBe(200)
})

test('a site without names has none to check', async () => {
  server = await testServer({ networks: [chain.network] })
  for (const path of ['check?name=lantern', 'last', 'sale', 'search?q=la', 'lantern']) {
    const { status, error } = await server.get(`/api/names/${path}`)
    expect([path, status, error?.message]).toEqual([
      path,
      404,
      'Names are not available on this site.',
    ])
  }
  const reverse = await server.get(`/api/names/reverse?addresses=${ada.address}`)
  expect([reverse.status, reverse.data]).toEqual([200, {}])
})
