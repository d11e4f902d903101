import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestChain, testChain } from './platform/test-chain.ts'
import { collectionRow } from './platform/test-collection.ts'
import { insides } from './platform/test-insides.ts'
import { ada, type TestServer, testServer } from './platform/test-server.ts'

/** A longer run: `FUZZ_REQUESTS=100000 FUZZ_SEED=7`. A failure names what was sent. */
const { FUZZ_REQUESTS = '2000', FUZZ_SEED = '1' } = process.env

let chain: TestChain
let server: TestServer

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({
    networks: [chain.network],
    rate_limit_scale: 1_000_000,
    limits: { json_bytes: 4096 },
  })
})
afterAll(async () => {
  await server.close()
  await chain.stop()
})

test('no request, however odd, makes a failure of ours or shows our insides', {
  timeout: 600_000,
}, async () => {
  let draft = await addDraft()
  await addCollection()
  await addReport()
  const { random, pick } = dice(Number(FUZZ_SEED))
  const oddity = () => pick(pick([[...ordinary, draft], odd, odd, unkept]))
  const calls = await describedCalls()

  const statuses = new Map<number, number>()
  const etags: string[] = []
  for (let sent = 0; sent < Number(FUZZ_REQUESTS); sent += 1) {
    const call = pick(calls)
    const path = call.path.replace(/\{(\w+)\}/g, (_, name) => encoded(partOf(name)))
    const url = `${path}${query(call)}`
    const options: InjectOptions = { method: pick(call.methods), url, ...payload(call) }
    options.headers = { ...options.headers, ...headers() }
    const isOwn = random() < 0.7 && !farewells.includes(call.path)
    const told = `${JSON.stringify(options)} ${isOwn}`

    const answer = await server
      .send(options, isOwn ? { as: ada } : {})
      .catch((error: unknown) => {
        throw new Error(`${told}: ${error}`)
      })
    const isOurs = answer.status >= 500 && answer.error?.code !== 'chain_unavailable'
    if (isOurs) throw new Error(`${answer.status} for ${told}`)
    if (answer.status >= 400 && insides.test(answer.body)) {
      throw new Error(`${told} was told ${answer.body}`)
    }
    if (call.path.endsWith('/delete') && answer.status === 204) draft = await addDraft()
    if (answer.headers.etag) etags.push(answer.headers.etag)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  }
  // Proof that requests got past the door, and that the door was tried.
  for (const status of [200, 201, 400, 401, 404, 405, 415, 422]) {
    expect(statuses.get(status), `answers ${status}`).toBeGreaterThan(0)
  }

  function encoded(text: string): string {
    // A lone surrogate has no UTF-8; it can only arrive inside JSON.
    return random() < 0.9 ? encodeURIComponent(text.toWellFormed()) : '%zz%00%c0%ae'
  }

  function partOf(name: string): string {
    const own = name === 'contract_id' ? draft : fitting.get(name)
    return own && random() < 0.85 ? own : oddity()
  }

  function query({ query: own }: DescribedCall): string {
    const length = pick([0, 0, 1, 2, 3])
    const pairs = Array.from({ length }, () => {
      const name = own.length > 0 && random() < 0.9 ? pick(own) : pick(names)
      return `${encoded(name)}=${encoded(partOf(name))}`
    })
    return length === 0 ? '' : `?${pairs.join('&')}`
  }

  function payload({ body, isForm }: DescribedCall): InjectOptions {
    if (random() < 0.1) return raw()
    if (!body) return {}
    const value = random() < 0.1 ? oddity() : { ...body, ...changes(body) }
    const json = JSON.stringify(value)
    if (isForm !== random() < 0.1) return form(json)
    return { payload: json, headers: { 'content-type': 'application/json' } }
  }

  function changes(body: object): Record<string, unknown> {
    const length = pick([0, 1, 1, 2])
    const keys = Object.keys(body)
    return Object.fromEntries(
      Array.from({ length }, () => [
        random() < 0.8 && keys.length > 0 ? pick(keys) : pick(names),
        oddValue(3),
      ]),
    )
  }

  function oddValue(depth: number): unknown {
    if (depth === 0 || random() < 0.6) return oddity()
    if (random() < 0.4) return pick([null, true, -1, 0, 1.5, 1e308, 2 ** 53, [], {}])
    const length = pick([1, 2, 40])
    if (random() < 0.5) return Array.from({ length }, () => oddValue(depth - 1))
    return Object.fromEntries(
      Array.from({ length }, () => [pick(names), oddValue(depth - 1)]),
    )
  }

  function raw(): InjectOptions {
    const types = ['application/json', 'text/plain', 'multipart/form-data; boundary=x']
    const texts = ['{"a":', '[[[[', '--x\r\n\r\n', '"\\ud800"', '\0', '{"__proto__":{}}']
    return { payload: pick(texts), headers: { 'content-type': pick(types) } }
  }

  function form(json: string): InjectOptions {
    const file = pick(['', png, 'no picture at all', png.slice(0, 40)])
    const name = pick(['image', 'cover', 'other', ...names])
    const parts = [
      `content-disposition: form-data; name="data"\r\n\r\n${json}`,
      `content-disposition: form-data; name="${name}"; filename="../a.png"\r\ncontent-type: image/png\r\n\r\n${file}`,
    ].slice(0, pick([1, 1, 2]))
    const end = random() < 0.9 ? '--x--\r\n' : ''
    const text = parts.map((part) => `--x\r\n${part}\r\n`).join('') + end
    return {
      payload: Buffer.from(text, 'latin1'),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    }
  }

  function headers(): Record<string, string> {
    const some: Record<string, string>[] = [
      { accept: 'text/html' },
      {
        authorization: pick(['', 'Bearer', `Bearer plm_${'a'.repeat(49)}`, 'Basic YTpi']),
      },
      { 'if-none-match': pick(['*', '"', `"${'y'.repeat(500)}"`, ...etags]) },
      { 'x-forwarded-for': pick(['::1', 'nobody', '1.2.3.4, 5.6.7.8']) },
      { origin: pick(['null', 'https://evil.example', 'http://localhost:3000']) },
      { range: 'bytes=0-1' },
      { 'idempotency-key': pick(['', 'short', 'one and the same', 'k'.repeat(200)]) },
      { host: pick(['evil.example', '', 'a b']) },
    ]
    return random() < 0.5 ? {} : pick(some)
  }
})

type DescribedCall = {
  path: string
  methods: NonNullable<InjectOptions['method']>[]
  /** Names of the parameters behind the question mark. */
  query: string[]
  /** A body that the call takes, where it takes one. */
  body: object | undefined
  isForm: boolean
}

/** Every call of the OpenAPI document, and what the document leaves out. */
async function describedCalls(): Promise<DescribedCall[]> {
  const document = JSON.parse((await server.get('/api/openapi.json')).body)
  const described = Object.entries<Operations>(document.paths).map(
    ([path, { get, post }]): DescribedCall => ({
      path,
      methods: Array.from({ length: 9 }, (_, place) =>
        post && !(get && place % 2) ? 'POST' : 'GET',
      ),
      query:
        (post ?? get)?.parameters.flatMap((one) =>
          one.in === 'query' ? one.name : [],
        ) ?? [],
      body: bodies[path],
      isForm: post?.requestBody?.content['multipart/form-data'] !== undefined,
    }),
  )
  const undescribed = [...files, ...pages, '/rpc/{chain_alias}'].map(
    (path): DescribedCall => ({
      path,
      methods: path.startsWith('/rpc') ? ['POST'] : ['GET'],
      query: path.startsWith('/plates') ? ['theme', 'crop'] : [],
      body: bodies[path],
      isForm: false,
    }),
  )
  // The only ones that answer 201: one in forty would hardly ever be whole.
  const creations = described.filter(({ path }) => path.endsWith('/create'))
  const often = Array.from({ length: 4 }, () => creations).flat()
  const calls = [...described, ...often, ...undescribed]
  return calls.map((call) => ({ ...call, methods: [...call.methods, 'HEAD', 'PUT'] }))
}

type Operation = {
  parameters: { name: string; in: string }[]
  requestBody?: { content: Record<string, unknown> }
}
type Operations = { get?: Operation; post?: Operation }

const files = ['/files/{name}', '/lists/{name}', '/plates/{name}']

const pages = [
  '/',
  '/collections',
  '/collections/',
  '/collection/{chain}/{alias}',
  '/{any}',
]

const fields = {
  chain_alias: 'local',
  kind: 'drop',
  name: 'Plates',
  symbol: 'P',
  max_supply: 10,
}

/** Who has called these can do nothing afterwards. */
const farewells = ['/api/logout', '/api/user/sessions/end-all']

const bodies: Record<string, object> = {
  '/api/oauth/create-signature-message': { address: ada.address },
  '/api/oauth/login': {
    address: ada.address,
    signature: `0x${'1b'.repeat(65)}`,
    connector: 'demo',
    nonce: 'abcdefgh',
  },
  '/api/logout': {},
  '/api/faucet/{chain_alias}': { address: ada.address },
  '/api/contract/studio/create': fields,
  '/api/contract/studio/{contract_id}/update': fields,
  '/api/contract/studio/{contract_id}/lists': {
    phase_id: 0,
    entries: [{ address: ada.address }],
  },
  '/api/contract/studio/{contract_id}/prepare': {},
  '/api/contract/studio/{contract_id}/update-image': { remove: '1' },
  '/api/contract/studio/{contract_id}/update-cover': { remove: '1' },
  '/api/contract/{chain_alias}/{contract_address}': {
    description: 'Prints.',
    links: { website: null, x: null, discord: null, instagram: null, farcaster: null },
    alias: 'plates',
  },
  '/rpc/{chain_alias}': { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
}

const collection = '0x00000000000000000000000000000000000000aa'

/** What takes each part of an address, so that one odd part at a time gets past the others. */
const fitting = new Map([
  ['chain_alias', 'local'],
  ['contract_address', 'plates'],
  ['token_id', '1'],
  ['address', ada.address],
  ['creator', ada.address],
  ['page', '1'],
  ['chain', 'local'],
  ['sort_by', 'newest'],
  ['time_interval', '24h'],
])

const ordinary = ['local', 'plates', collection, ada.address, '1', 'newest', '24h', '7']

/** What databases refuse to keep. */
const unkept = ['\0', 'pla\0tes', 'pla\udfff']

const odd = [
  '',
  ' ',
  '\u202eevil',
  '\r\nset-cookie: a=b',
  '../../../../etc/passwd',
  '..%2f..%2f',
  "' or 1=1; --",
  '\\%_',
  '"><script>alert(1)</script>',
  '$&',
  '__proto__',
  'constructor',
  'toString',
  '-1',
  '0',
  '1.5',
  '1e9',
  '9999999999',
  '9'.repeat(77),
  'NaN',
  'null',
  '0x',
  `0x${'0'.repeat(40)}`,
  `0x${'f'.repeat(40)}`,
  '00000000-0000-0000-0000-000000000000',
  '2026-02-31T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  'e\u0301\u{1f5bc}'.repeat(20),
  'a'.repeat(199),
  'a'.repeat(3000),
]

const names = [
  'page',
  'chain',
  'sort_by',
  'time_interval',
  'search',
  'creator',
  'address',
  'theme',
  'crop',
  'phases',
  'payees',
  'links',
  'website',
  'alias',
  'name',
  'description',
  'start',
  'price_wei',
  '__proto__',
  'constructor',
  '\0',
  '',
]

/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
).toString('latin1')

function dice(seed: number) {
  let state = seed
  const random = () => {
    // Mulberry32: small, and the same everywhere.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <T>(from: readonly T[]): T => {
    const found = from[Math.floor(random() * from.length)]
    if (found === undefined) throw new Error('there is nothing to pick from')
    return found
  }
  return { random, pick }
}

async function addDraft(): Promise<string> {
  const answer = await server.postForm(
    '/api/contract/studio/create',
    { data: { ...fields, phases: [] } },
    { as: ada },
  )
  return answer.data.contract_id
}

/** What the follower says of a chain it reads. */
async function addReport(): Promise<void> {
  const report = {
    chain_id: chain.id,
    status: 'following',
    updated_at: new Date(),
  } as const
  await server.database.insertInto('chain_reports').values(report).execute()
}

async function addCollection(): Promise<void> {
  const row = collectionRow({
    chain_id: chain.id,
    address: collection,
    alias: 'plates',
    owner: ada.address.toLowerCase(),
  })
  await server.database.insertInto('collections').values(row).execute()
}
