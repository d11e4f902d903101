import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigurationError, configure, readConfiguration } from './configuration.ts'

const folder = mkdtempSync(
  join(process.env.PLATEMARK_TEST_RUN ?? tmpdir(), 'configuration-'),
)

function fileOf(text: string): string {
  const file = join(folder, `${Math.random()}.json`)
  writeFileSync(file, text)
  return file
}

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

  test('knows networks by their alias, and lets each part be replaced', () => {
    const { networks, sign_in_chain_id } = configure({
      networks: [
        { alias: 'base', rpc_urls: ['https://one.example', 'https://two.example'] },
        {
          alias: 'own',
          id: 77,
          name: 'Own',
          rpc_urls: ['http://10.0.0.1:8545'],
          native_currency: { name: 'Own', symbol: 'OWN' },
        },
      ],
    })
    expect(networks[0]).toMatchObject({
      id: 8453,
      name: 'Base',
      stack: 'op',
      confirmations: 12,
    })
    expect(networks[0]?.rpc_urls).toHaveLength(2)
    expect(networks[1]).toMatchObject({ id: 77, native_currency: { decimals: 18 } })
    expect(sign_in_chain_id).toBe(8453)
  })

  test('lets the environment win over the file, and resolves folders from the file', () => {
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

  test('allows a production process the embedded database only when told so', () => {
    expect(() => configure({}, { NODE_ENV: 'production' })).toThrow(
      /ALLOW_EMBEDDED_DATABASE=1/,
    )
    const allowed = { NODE_ENV: 'production', ALLOW_EMBEDDED_DATABASE: '1' }
    expect(configure({}, allowed).is_production).toBe(true)
    const url = { NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/a' }
    expect(configure({}, url).database_url).toBe('postgres://localhost/a')
  })
})

describe('a mistake is told in a sentence that names the field:', () => {
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
    [{}, { ROLE: 'boss' }, 'role: Use one of all, api, follower, jobs.'],
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
      'networks: base (8453) is there twice.',
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
            alias: 'base',
            contracts: { factory: '0x1', payouts: `0x${'1'.repeat(40)}`, start_block: 0 },
          },
        ],
      },
      {},
      'networks.0.contracts.factory: Enter an address: 0x and 40 hex digits.',
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
      'sign_in_statement: Use up to 200 plain ASCII characters on one line.',
    ],
    [{ banner: { id: 'a', text: '' } }, {}, 'banner.text: Enter text.'],
    [[], {}, 'The configuration must be a JSON object.'],
  ])('%j %j', (settings, environment, sentence) => {
    expect(() => configure(settings, environment)).toThrow(
      new ConfigurationError(sentence),
    )
  })

  test('every mistake is told at once', () => {
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
