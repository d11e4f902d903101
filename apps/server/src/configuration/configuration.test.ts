import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connectChains } from './chains.ts'
import { configure, readConfiguration } from './configuration.ts'
import { ConfigurationError } from './fields.ts'

const folder = mkdtempSync(
  join(process.env.PLATEMARK_TEST_RUN ?? tmpdir(), 'configuration-'),
)

function fileOf(text: string): string {
  const file = join(folder, `${Math.random()}.json`)
  writeFileSync(file, text)
  return file
}

const originSentence = 'allowed_origins.0: Enter an http or https address without a path.'

describe('a configuration', () => {
  test('needs nothing', () => {
    const configuration = configure({})
    expect(configuration).toMatchObject({
      port: 3000,
      public_url: 'http://localhost:3000',
      database_url: null,
      role: 'all',
      networks: [],
    })
    expect(configuration.limits.json_bytes).toBe(65_536)
  })

  test('keeps files on disk, or in a bucket that file or environment name', () => {
    expect(configure({}).file_store).toMatchObject({ kind: 'disk', bucket: null })
    const environment = { FILE_STORE_KIND: 's3', FILE_STORE_PATH_STYLE: '1' }
    const file_store = { bucket: 'works', prefix: 'platemark/' }
    expect(configure({ file_store }, environment).file_store).toEqual({
      ...{ kind: 's3', bucket: 'works', endpoint: null, region: 'us-east-1' },
      ...{ prefix: 'platemark/', is_path_style: true, timeout_seconds: 20, attempts: 3 },
    })
  })

  test.each([
    [{ kind: 's3' }, 'file_store.bucket: Enter the bucket that holds the files.'],
    [
      { bucket: 'works' },
      'file_store.kind: Set it to s3 to use the bucket, or remove the bucket.',
    ],
    [
      { kind: 's3', bucket: 'works', prefix: 'platemark' },
      'file_store.prefix: Use letters, digits, dots, hyphens and underscores, with a slash at the end.',
    ],
    [
      { kind: 's3', bucket: 'works', secret_access_key: 'x' },
      'file_store: There is no setting named secret_access_key.',
    ],
  ])('refuses the file store %j', (file_store, sentence) => {
    expect(() => configure({ file_store })).toThrow(sentence)
  })

  test('calls RPC endpoints with the timeout, retries and rate of the specification', () => {
    const networks = [
      { alias: 'base', rpc_urls: ['https://one.example'] },
      { alias: 'zora', rpc_urls: ['https://one.example', 'https://two.example'] },
      { alias: 'local', is_demo: true },
    ]
    const chains = connectChains(configure({ networks }))
    const [single, several] = chains.map(({ client }) => client.transport)
    const retries = { retryCount: 3, retryDelay: 150 }
    expect(single).toMatchObject({ ...retries, timeout: 10_000 })
    expect(several).toMatchObject(retries)
    expect(chains.map(({ timeoutMs }) => timeoutMs)).toEqual([10_000, 10_000, 10_000])
    expect(chains.map(({ pollMs }) => pollMs)).toEqual([4000, 4000, 500])
    expect(chains.map(({ maxPauseMs }) => maxPauseMs)).toEqual([60_000, 60_000, 1000])
    expect(chains.map(({ client }) => client.pollingInterval)).toEqual([4000, 4000, 500])
    expect(configure({}).limits).toMatchObject({ rpc_batch_size: 1000, lease_seconds: 6 })
  })

  test('sets other timeouts for RPC endpoints', () => {
    const limits = {
      ...{ rpc_timeout_seconds: 0.5, rpc_retries: 0, rpc_retry_delay_ms: 1 },
      rpc_poll_ms: 20,
    }
    const networks = [{ alias: 'base' }, { alias: 'local', is_demo: true }]
    const [base, local] = connectChains(configure({ networks, limits }))
    expect(base?.client.transport).toMatchObject({ retryCount: 0, retryDelay: 1 })
    expect([base?.timeoutMs, base?.pollMs, local?.pollMs]).toEqual([500, 20, 20])
  })

  test('knows networks by their alias, and lets each part be replaced', () => {
    const { networks, sign_in_chain_id } = configure({
      networks: [
        { alias: 'base', rpc_urls: ['https://one.example', 'https://two.example'] },
        {
          alias: 'own',
          id: 77,
          name: 'Own',
          rpc_urls: ['http://10.0.0.1:8545'],
          allows_plain_rpc: true,
          public_rpc_urls: ['https://rpc.own.example'],
          native_currency: { name: 'Own', symbol: 'OWN' },
        },
      ],
    })
    expect(networks[0]).toMatchObject({
      id: 8453,
      name: 'Base',
      stack: 'op',
      confirmations: 60,
    })
    expect(networks[0]?.rpc_urls).toHaveLength(2)
    expect(networks[1]).toMatchObject({
      id: 77,
      native_currency: { decimals: 18 },
      confirmations: 64,
    })
    expect(sign_in_chain_id).toBe(8453)
  })

  test.each([
    ['https://explorer.example', 'https://explorer.example'],
    ['https://explorer.example/', 'https://explorer.example'],
    ['https://explorer.example/base//', 'https://explorer.example/base'],
  ])('reads the address of the explorer %s as %s', (written, url) => {
    const explorer = { name: 'Lens', url: written }
    const { networks } = configure({ networks: [{ alias: 'base', explorer }] })
    expect(networks[0]?.explorer).toEqual({ name: 'Lens', url })
  })

  test('takes the known explorer of a network, unless it is set to none', () => {
    const { networks } = configure({
      networks: [{ alias: 'base' }, { alias: 'optimism', explorer: null }],
    })
    expect(networks.map(({ explorer }) => explorer)).toEqual([
      { name: 'Basescan', url: 'https://basescan.org' },
      null,
    ])
  })

  test.each([
    'http://market.example/{contract}/{token}',
    'https://market.example/{contract}',
    'javascript:{contract}{token}',
  ])('refuses %s as the address of an item at a market', (item_url) => {
    const networks = [{ alias: 'base', markets: [{ name: 'Market', item_url }] }]
    expect(() => configure({ networks })).toThrow(
      'Enter an https address with {contract} and {token}.',
    )
  })

  test('gives the environment precedence, and resolves folders from the file', () => {
    const file = fileOf('{"port": 4000, "product_name": "File", "data_folder": "here"}')
    const configuration = readConfiguration({
      PLATEMARK_CONFIG: file,
      PORT: '5000',
      RATE_LIMIT_SCALE: '2.5',
      ALLOW_EMBEDDED_DATABASE: '1',
      BRIDGE_URL: '',
    })
    expect(configuration).toMatchObject({
      port: 5000,
      product_name: 'File',
      rate_limit_scale: 2.5,
      allow_embedded_database: true,
      bridge_url: null,
      data_folder: join(folder, 'here'),
    })
  })

  test('takes each part of the banner from the environment before the file', () => {
    const file = fileOf(
      '{"banner": {"id": "one", "text": "From {date}.", "date_mode": "fixed"}}',
    )
    const { banner } = readConfiguration({
      PLATEMARK_CONFIG: file,
      BANNER_ENABLED: '1',
      BANNER_DATE: '2026-01-31T23:59:59Z',
      BANNER_KIND: 'info',
      BANNER_SITE_URL: 'https://new.example',
    })
    expect(banner).toMatchObject({
      is_enabled: true,
      id: 'one',
      text: 'From {date}.',
      date: '2026-01-31T23:59:59Z',
      date_mode: 'fixed',
      kind: 'info',
      site_url: 'https://new.example',
      is_dismissible: false,
    })
    const { banner: other } = configure(
      {},
      { BANNER_DATE_MODE: 'fixed', BANNER_TEXT: 'Hi' },
    )
    expect(other).toMatchObject({ is_enabled: false, date_mode: 'fixed', text: 'Hi' })
  })

  test('allows a production process the embedded database only explicitly', () => {
    expect(() => configure({}, { NODE_ENV: 'production' })).toThrow(
      /ALLOW_EMBEDDED_DATABASE=1/,
    )
    const allowed = { NODE_ENV: 'production', ALLOW_EMBEDDED_DATABASE: '1' }
    expect(configure({}, allowed).is_production).toBe(true)
    const url = { NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/a' }
    expect(configure({}, url).database_url).toBe('postgres://localhost/a')
  })
})

describe('the RPC URLs of a network', () => {
  const own = { id: 77, name: 'Own', native_currency: { name: 'Own', symbol: 'OWN' } }
  const network = (settings: object) => configure({ networks: [settings] }).networks[0]

  test('are public ones for a known network by default', () => {
    const { rpc_urls, public_rpc_urls } = network({ alias: 'base' }) ?? {}
    expect(rpc_urls?.length).toBeGreaterThan(1)
    expect(public_rpc_urls).toEqual(rpc_urls)
  })

  test('are never published when they are the operator’s own', () => {
    const rpc_urls = ['https://user:secret@base.example', 'https://base.example/v2/k']
    const found = network({ alias: 'base', rpc_urls })
    expect(found?.rpc_urls).toEqual(rpc_urls)
    expect(found?.public_rpc_urls[0]).toBe('https://mainnet.base.org')
    expect(found?.public_rpc_urls.join()).not.toContain('base.example')
  })

  test('are what the operator names for browsers', () => {
    const public_rpc_urls = ['https://public.example/rpc']
    expect(network({ alias: 'base', public_rpc_urls })).toMatchObject({ public_rpc_urls })
  })

  test('are public on an unknown network unless they look like a key', () => {
    const plain = ['https://rpc.example/http', 'http://127.0.0.1:8545']
    const secret = [
      'https://rpc.example/v2/0123456789abcdef',
      'https://rpc.example/?key=1',
      'https://user:word@rpc.example',
    ]
    const found = network({ ...own, alias: 'own', rpc_urls: [...secret, ...plain] })
    expect(found?.public_rpc_urls).toEqual(plain)
    expect(found?.rpc_urls).toHaveLength(5)
  })

  test('are not those of the known network when the chain id differs', () => {
    const rpc_urls = ['https://rpc.example']
    expect(network({ ...own, alias: 'base', rpc_urls })?.public_rpc_urls).toEqual(
      rpc_urls,
    )
  })

  test.each([
    'http://localhost:8545',
    'http://node.localhost',
    'http://127.8.9.1',
    'http://[::1]:8545',
  ])('need no https on this machine: %s', (url) => {
    const found = network({ ...own, alias: 'own', rpc_urls: [url] })
    expect(found?.rpc_urls).toEqual([url])
  })

  test.each([
    'http://rpc.example',
    'http://10.0.0.1',
    'http://127.0.0.1.example',
    'http://localhost.example',
    'http://geth:8545',
  ])('need https or a word of the operator elsewhere: %s', (url) => {
    const settings = { alias: 'base', rpc_urls: [url] }
    expect(() => network(settings)).toThrow(
      'networks.0.rpc_urls.0: Use https. For a node of your own in a private network, set networks.0.allows_plain_rpc to true.',
    )
    const found = network({ ...settings, allows_plain_rpc: true })
    expect(found?.rpc_urls).toEqual([url])
    expect(found?.public_rpc_urls[0]).toBe('https://mainnet.base.org')
  })

  test("allow the network's requests per second, else the limit", () => {
    const networks = [
      { alias: 'base' },
      { alias: 'zora', rpc_requests_per_second: 7 },
      { alias: 'local', is_demo: true },
    ]
    const pace = (settings: object) =>
      configure({ networks, ...settings }).networks.map(
        ({ rpc_requests_per_second }) => rpc_requests_per_second,
      )
    expect(pace({})).toEqual([50, 7, 10_000])
    expect(pace({ limits: { rpc_requests_per_second: 5 } })).toEqual([5, 7, 10_000])
  })
})

test('an embedded network confirms at once, and every depth can be set', () => {
  const networks = [
    { alias: 'base', is_demo: true },
    { alias: 'ethereum' },
    { alias: 'local', confirmations: 5 },
  ]
  const depths = configure({ networks }).networks.map(
    ({ confirmations }) => confirmations,
  )
  expect(depths).toEqual([0, 64, 5])
})

describe('a mistake is reported in a message that names the field:', () => {
  test.each([
    [{ port: 70_000 }, {}, 'port: Enter a whole number from 0 to 65535.'],
    [{}, { PORT: 'many' }, 'port: Enter a whole number from 0 to 65535.'],
    [{ prot: 1 }, {}, 'There is no setting named prot.'],
    [{ limits: { json_byte: 1 } }, {}, 'limits: There is no setting named json_byte.'],
    [
      { limits: { json_bytes: 0 } },
      {},
      'limits.json_bytes: Enter a whole number from 1.',
    ],
    [
      { public_url: 'mint.example' },
      {},
      'public_url: Enter an http or https address without a path.',
    ],
    [
      { public_url: 'https://mint.example/app' },
      {},
      'public_url: Enter an http or https address without a path.',
    ],
    [
      {},
      { DATABASE_URL: 'mysql://x' },
      'database_url: Enter an address that begins with postgres://.',
    ],
    [
      {},
      { ALLOW_EMBEDDED_DATABASE: 'maybe' },
      'allow_embedded_database: Enter true or false.',
    ],
    [{}, { ROLE: 'boss' }, 'role: Use one of all, api, indexer, jobs.'],
    [
      { role: 'api' },
      {},
      'role: api needs database_url, because the embedded database serves one process.',
    ],
    [{ rate_limit_scale: 0 }, {}, 'rate_limit_scale: Enter a number above 0.'],
    [
      { networks: [{ alias: 'mars' }] },
      {},
      'networks.0: mars is not a known network, so it also needs id, name, native_currency, rpc_urls.',
    ],
    [
      { networks: [{ alias: 'base' }, { alias: 'base' }] },
      {},
      'networks: base (8453) is listed twice.',
    ],
    [
      { networks: [{ alias: 'base', rpc_urls: [] }] },
      {},
      'networks.0.rpc_urls: Give at least one RPC address.',
    ],
    [
      { networks: [{ alias: 'base', rpc_urls: ['ws://x'] }] },
      {},
      'networks.0.rpc_urls.0: Enter an http or https address.',
    ],
    [
      {
        networks: [
          {
            alias: 'own',
            id: 77,
            name: 'Own',
            native_currency: { name: 'Own', symbol: 'OWN' },
            rpc_urls: ['https://rpc.example/v2/0123456789abcdef'],
          },
        ],
      },
      {},
      'networks.0: own is not a known network, and its rpc_urls may hold keys or be private, so it also needs public_rpc_urls, which browsers read from.',
    ],
    [
      { networks: [{ alias: 'base', public_rpc_urls: ['http://rpc.example'] }] },
      {},
      'networks.0.public_rpc_urls.0: Use https. For a node of your own in a private network, set networks.0.allows_plain_rpc to true.',
    ],
    [
      { networks: [{ alias: 'base', rpc_requests_per_second: 0 }] },
      {},
      'networks.0.rpc_requests_per_second: Enter a whole number from 1.',
    ],
    [
      { metrics_port: 3000 },
      {},
      'metrics_port: 3000 is the port of the product. Choose another, or set only metrics_token.',
    ],
    [
      {},
      { METRICS_TOKEN: 'short' },
      'metrics_token: Use 16 to 200 plain ASCII characters without spaces.',
    ],
    [
      {
        networks: [
          {
            alias: 'base',
            contracts: { factory: '0x1', payouts: `0x${'1'.repeat(40)}`, start_block: 0 },
          },
        ],
      },
      {},
      'networks.0.contracts.factory: Enter an address: 0x and 40 hex digits, with the letters as they were.',
    ],
    [
      { networks: [{ alias: 'base' }], sign_in_chain_id: 5 },
      {},
      'sign_in_chain_id: 5 is not one of the enabled networks.',
    ],
    [
      { promoted: [{ chain: 'base', address: `0x${'1'.repeat(40)}`, from: 'today' }] },
      {},
      'promoted.0.from: Enter a UTC time, like 2026-01-31T18:00:00Z.',
    ],
    [
      { sign_in_statement: 'two\nlines' },
      {},
      "sign_in_statement: Use up to 200 letters, digits, spaces and .-_~:/?#[]@!$&'()*+,;= on one line.",
    ],
    [
      { sign_in_statement: 'Say "yes"' },
      {},
      "sign_in_statement: Use up to 200 letters, digits, spaces and .-_~:/?#[]@!$&'()*+,;= on one line.",
    ],
    [{ banner: { text: '' } }, {}, 'banner.text: Enter text.'],
    [
      { banner: { text: 'Gone on {day}.' } },
      {},
      'banner.text: Use no braces but {date} and {site}.',
    ],
    [
      { banner: { text_after: 'Use {site' } },
      {},
      'banner.text_after: Use no braces but {date} and {site}.',
    ],
    [{ banner: { text: '🖼'.repeat(201) } }, {}, 'banner.text: At most 200 characters.'],
    [
      { banner: { text: '{date} or {date}' } },
      {},
      'banner.text: Use {date} and {site} once each.',
    ],
    [{ banner: { text: 'a\nb' } }, {}, 'banner.text: Use one line of plain text.'],
    [
      { banner: { site_url: 'http://new.example' } },
      {},
      'banner.site_url: Enter an https address.',
    ],
    [
      { banner: { is_enabled: true } },
      {},
      'banner.site_url: The text names {site}, so enter its https address.',
    ],
    [
      { banner: { is_enabled: true, text: 'Until {date}', date_mode: 'fixed' } },
      {},
      'banner.date: The text names {date}, so enter it, or use month_end.',
    ],
    [
      {
        banner: {
          is_enabled: true,
          text: 'Hello',
          from: '2026-01-02T00:00:00Z',
          until: '2026-01-01T00:00:00Z',
        },
      },
      {},
      'banner.until: It must be later than from.',
    ],
    [
      { networks: [{ alias: 'base', usd_rate: 0 }] },
      {},
      'networks.0.usd_rate: Enter 0.000000001 to 1,000,000,000, or nothing where none is known.',
    ],
    [{}, { BANNER_ENABLED: 'perhaps' }, 'banner.is_enabled: Enter true or false.'],
    [{ allowed_origins: ['https://a.example/x'] }, {}, originSentence],
    [[], {}, 'The configuration must be a JSON object.'],
  ])('%j %j', (settings, environment, sentence) => {
    expect(() => configure(settings, environment)).toThrow(
      new ConfigurationError(sentence),
    )
  })

  test('every mistake is reported at once', () => {
    expect(() => configure({ port: -1, host: 5 })).toThrow(
      /host: .*\nport: |port: .*\nhost: /,
    )
  })

  test('a file that is missing, or no JSON, is named', () => {
    const missing = join(folder, 'missing.json')
    expect(() => readConfiguration({ PLATEMARK_CONFIG: missing })).toThrow(
      `PLATEMARK_CONFIG names ${missing}, which does not exist.`,
    )
    const broken = fileOf('{"port": 1')
    expect(() => readConfiguration({ PLATEMARK_CONFIG: broken })).toThrow(
      /is not valid JSON/,
    )
  })
})

test('the example configuration is valid', () => {
  const example = join(import.meta.dirname, '../../../../config/platemark.example.json')
  expect(
    readConfiguration({ PLATEMARK_CONFIG: example }).networks.length,
  ).toBeGreaterThan(0)
})
