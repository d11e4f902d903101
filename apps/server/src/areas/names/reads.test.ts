import { nameRegistryAbi } from '@platemark/abi/name-registry'
import { labelToTokenId } from '@platemark/rules/name-label'
import type { Address } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { launcher, startTestIndexer } from '../../../test/collections/launch.ts'
import { type TestNames, testNames } from '../../../test/names.ts'
import { ada, bob, type TestServer, testServer } from '../../../test/server.ts'

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
    names: { ...names.settings.names, hidden_words: ['secret'] },
    networks: [chain.network],
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

const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)

test('a name that is not registered answers 404 with its price, its profile 200', async () => {
  const missing = await server.get('/api/names/quiet-shore')
  expect([missing.status, missing.error?.code, missing.data]).toEqual([
    404,
    'name_not_registered',
    {
      name: 'quiet-shore',
      available: true,
      status: 'available',
      reason: null,
      reason_code: null,
      price: { amount_wei: '500000000000000', currency: 'ETH', usd: null },
    },
  ])
  const profile = await server.get('/api/names/quiet-shore/profile')
  expect([profile.status, profile.data.name]).toEqual([200, null])
  expect(profile.data.check).toMatchObject({ status: 'available', available: true })
})

test('a text that is no name answers 422 with the reason, its profile 200', async () => {
  for (const [input, reason_code] of [
    ['ab', 'too_short'],
    ['l\u0430ntern', 'mixed_scripts'],
    ['%2e%2e', 'bad_character'],
    ['\u{1f600}'.repeat(255), 'bad_character'],
  ] as const) {
    const path = `/api/names/${encodeURIComponent(input)}`
    const { status, error, data } = await server.get(path)
    expect([status, error?.code]).toEqual([422, 'name_invalid'])
    expect(data).toMatchObject({ reason_code, status: 'invalid', available: false })
    const profile = await server.get(`${path}/profile`)
    expect([profile.status, profile.data.check.reason_code]).toEqual([200, reason_code])
  }
})

test('a name is found in any form, and names its normal one', async () => {
  await names.register(ada, 'quiet-shore')
  await indexer.caughtUp(chain)
  const canonicalOf = async (input: string) =>
    (await server.get(`/api/names/${input}`)).data.canonical
  expect(await canonicalOf('quiet-shore')).toBeNull()
  expect(await canonicalOf('quiet-shore.plate.test')).toBeNull()
  expect(await canonicalOf('Quiet-Shore')).toBe('quiet-shore')
})

test('a name that is not indexed yet is read from the chain', async () => {
  await indexer.stop()
  await names.register(ada, 'quiet-shore', true)
  const { status, data } = await server.get('/api/names/quiet-shore')
  expect([status, data]).toEqual([
    200,
    expect.objectContaining({
      owner: ada.address,
      status: 'provisional',
      registered_at: null,
      primary_onchain: true,
      checked: 'chain',
    }),
  ])
})

test('a transfer that is not indexed yet shows the new owner and no old record', async () => {
  await names.register(ada, 'quiet-shore', true)
  await names.setTexts(ada, 'quiet-shore', { url: 'https://a.example' })
  await indexer.caughtUp(chain)
  await indexer.stop()
  await names.transfer(ada, bob.address, 'quiet-shore')
  const { data } = await server.get('/api/names/quiet-shore')
  expect(data).toMatchObject({ owner: bob.address, records: {}, is_primary: false })
})

test('a read of a name is three seconds old at most', async () => {
  await names.register(ada, 'quiet-shore')
  await indexer.caughtUp(chain)
  const ownerNow = async () => (await server.get('/api/names/quiet-shore')).data.owner
  expect(await ownerNow()).toBe(ada.address)
  await indexer.stop()
  await names.transfer(ada, bob.address, 'quiet-shore')
  expect(await ownerNow()).toBe(ada.address)
  server.clock.advance(3000)
  expect(await ownerNow()).toBe(bob.address)
})

test('a name that resembles an older one carries a notice', async () => {
  await names.register(ada, 'lantern')
  await names.register(bob, '1antern')
  await indexer.caughtUp(chain)
  const warningsOf = async (name: string) =>
    (await server.get(`/api/names/${name}`)).data.warnings
  expect(await warningsOf('1antern')).toEqual([
    {
      code: 'lookalike',
      name: 'lantern',
      message:
        'Similar to lantern.plate.test. Check the address before you send anything.',
    },
  ])
  expect(await warningsOf('lantern')).toEqual([])
})

test('a name shows the profile and the counts of its owner', async () => {
  const launch = launcher(chain)
  const address = await launch.create(ada)
  await launch.mint(ada, address, 2)
  await names.register(ada, 'quiet-shore')
  await server.post('/api/user/update', { username: 'ada', bio: 'Prints.' }, { as: ada })
  await indexer.caughtUp(chain)
  // The first read by its owner lists what was deployed outside this site.
  await server.get(`/api/contract/local/${address}`, { as: ada })
  const { data } = await server.get('/api/names/quiet-shore')
  expect(data.owner_user).toEqual({ username: 'ada', avatar_url: null, bio: 'Prints.' })
  expect(data.stats).toEqual({
    ...{ collections_created: 1, nfts_collected: 2, achievements: 0 },
  })
})

test('the record avatar shows a token here while the owner holds it, and no foreign host', async () => {
  const launch = launcher(chain)
  const address = await launch.create(ada)
  await launch.mint(ada, address, 1)
  await names.register(ada, 'quiet-shore')
  const avatarWith = async (avatar: string) => {
    await names.setTexts(ada, 'quiet-shore', { avatar })
    await indexer.caughtUp(chain)
    server.clock.advance(4000)
    return (await server.get('/api/names/quiet-shore')).data.avatar
  }
  const token = `eip155:${chain.id}/erc721:${address}/1`
  expect(await avatarWith(token)).toMatchObject({
    url: expect.stringMatching(/^\//),
    source: 'record',
    unused_record: null,
  })
  const moved = await chain.client.sendTransaction({
    account: ada,
    chain: chain.chain,
    to: address,
    data: transferData(ada.address, bob.address),
  })
  await chain.client.waitForTransactionReceipt({ hash: moved })
  const none = { url: null, source: 'none' }
  expect(await avatarWith(token)).toEqual({ ...none, unused_record: 'not_owned' })
  for (const foreign of [
    'https://a.example/x.png',
    'ipfs://bafy',
    `eip155:1/erc721:${address}/1`,
    `eip155:${chain.id}/erc721:${bob.address}/1`,
  ])
    expect(await avatarWith(foreign)).toEqual({ ...none, unused_record: 'foreign' })
  expect(await avatarWith('javascript:alert(1)')).toEqual({
    ...none,
    unused_record: 'invalid',
  })
  const embedded = 'data:image/png;base64,iVBORw0KGgo='
  expect((await avatarWith(embedded)).url).toBe(embedded)
})

/** `transferFrom` of the token 1. */
function transferData(from: Address, to: Address): `0x${string}` {
  const words = [from, to].map((one) => one.slice(2).toLowerCase().padStart(64, '0'))
  return `0x23b872dd${words.join('')}${'1'.padStart(64, '0')}`
}

test('the newest names are twelve, without those of hidden words', async () => {
  for (let at = 1; at <= 13; at += 1) await names.register(ada, `shore-${at}`)
  await names.register(ada, 'my-secret')
  await indexer.caughtUp(chain)
  const { data, meta } = await server.get('/api/names/last')
  const newest = Array.from({ length: 12 }, (_, at) => `shore-${13 - at}`)
  expect(namesOf(data)).toEqual(newest)
  expect(meta).toEqual({ stale: false, updated_at: expect.any(String) })
  const found = await server.get('/api/names/search?q=secret')
  expect(namesOf(found.data)).toEqual(['my-secret'])
})

test('a search finds names by their beginning first, then by any part', async () => {
  for (const label of ['my-tide', 'tidewater', 'tide']) await names.register(ada, label)
  await indexer.caughtUp(chain)
  const search = async (q: string) => server.get(`/api/names/search?q=${q}`)
  const { data, meta } = await search('TIDE')
  expect(namesOf(data)).toEqual(['tide', 'tidewater', 'my-tide'])
  expect(meta).toMatchObject({ page: 1, per_page: 24, total: 3, last_page: 1 })
  expect(namesOf((await search('tide.plate.test')).data)).toContain('tide')
  expect((await search('%25%25')).data).toEqual([])
  expect((await search('__')).data).toEqual([])
  const past = await search('tide&page=9')
  expect([past.status, past.data, past.meta.total]).toEqual([200, [], 3])
  for (const q of ['t', 'x'.repeat(33)]) expect((await search(q)).status).toBe(422)
})

test('own names need a token, those of an owner do not', async () => {
  await names.register(ada, 'quiet-shore')
  await indexer.caughtUp(chain)
  expect((await server.get('/api/names')).error?.code).toBe('unauthenticated')
  expect(namesOf((await server.get('/api/names', { as: ada })).data)).toEqual([
    'quiet-shore',
  ])
  const others = await server.get(`/api/names?owner=${ada.address.toLowerCase()}`)
  expect(namesOf(others.data)).toEqual(['quiet-shore'])
})

test('a batch has the primary names of up to 100 accounts, in lower case', async () => {
  await names.register(ada, 'quiet-shore', true)
  await names.register(bob, 'tidewater')
  await indexer.caughtUp(chain)
  const addresses = [ada.address, bob.address, ada.address.toLowerCase()].join(',')
  const { data } = await server.get(`/api/names/reverse?addresses=${addresses}`)
  const name = { name: 'quiet-shore', full_name: 'quiet-shore.plate.test' }
  expect(data).toEqual({ [ada.address.toLowerCase()]: { ...name, source: 'names' } })
  const one = await server.get(`/api/names/reverse/${ada.address}`)
  expect(one.data).toEqual({ address: ada.address, ...name })
  const shownOf = async ({ address }: { address: string }) =>
    (await server.get(`/api/collector/${address}`)).data.primary_name
  expect([await shownOf(ada), await shownOf(bob)]).toEqual([name.full_name, null])
  const none = await server.get(`/api/names/reverse/${bob.address}`)
  expect([none.status, none.error?.code]).toEqual([404, 'no_primary_name'])
  const many = (count: number) =>
    server.get(`/api/names/reverse?addresses=${Array(count).fill(ada.address)}`)
  expect([(await many(100)).status, (await many(101)).status]).toEqual([200, 422])
})

test('the sale has prices by length, and is paused with the registry', async () => {
  const { data } = await server.get('/api/names/sale')
  expect(data).toMatchObject({
    chain: 'local',
    suffix: 'plate.test',
    contract_address: names.registry,
    is_paused: false,
    needs_commitment: false,
  })
  expect(
    data.prices.map((one: { min_length: number; price: { amount_wei: string } }) => [
      one.min_length,
      one.price.amount_wei,
    ]),
  ).toEqual([
    [3, '50000000000000000'],
    [4, '10000000000000000'],
    [5, '2000000000000000'],
    [10, '500000000000000'],
  ])
  await names.call(chain.owner, 'pause', [true])
  expect((await server.get('/api/names/sale')).data.is_paused).toBe(true)
})

test('the picture of a name is that of its token, and does nothing when opened', async () => {
  const labels = [
    'ink',
    'tidewater',
    'low-sun-editions',
    'quiet-shore-1a2b3c4d',
    'ab-cdefghijklmnopqrstuv',
    'a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p',
    'abcde-ghijklmnopqrstuv-xyz01234',
    'abcdefghijklmnopqrstuvwxyz01234',
    'the-long-quiet-print-workshop-2',
  ]
  for (const label of labels) {
    await names.register(ada, label)
    const uri = await chain.client.readContract({
      address: names.registry,
      abi: nameRegistryAbi,
      functionName: 'tokenURI',
      args: [labelToTokenId(label)],
    })
    const { image } = JSON.parse(decode(uri))
    const { status, body, headers } = await server.get(`/api/names/${label}/image.svg`)
    expect([status, body]).toEqual([200, decode(image)])
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/)
  }
  const free = await server.get('/api/names/still-free/image.svg')
  expect(free.status).toBe(200)
  for (const label of ['Ink', 'ab', '%3Csvg%3E', 'ink.plate.test'])
    expect((await server.get(`/api/names/${label}/image.svg`)).status).toBe(422)
})

/** Returns the text of a data URI in Base64. */
function decode(uri: string): string {
  return Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64').toString()
}
