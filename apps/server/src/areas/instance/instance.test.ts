import { getConfig, getReady } from '@platemark/api/config'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../../test/chain.ts'
import { ada, type TestServer, testServer } from '../../../test/server.ts'
import { getReadiness } from './service.ts'

let chain: TestChain
let server: TestServer

/** Secret that an operator pays for. */
const ownUrl = 'https://base.example/v2/0123456789abcdef'
const sponsor = 'https://sponsor.example/'
const market = {
  name: 'Print market',
  item_url: 'https://market.example/base/{contract}/{token}',
}

const promise = { factory: ada.address, payouts: ada.address, start_block: 0 }

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({
    product_name: 'Printworks',
    bridge_url: 'https://bridge.example',
    lists_url: 'https://files.example/lists/',
    has_demo_wallet: true,
    networks: [
      chain.network,
      {
        alias: 'base',
        contracts: promise,
        rpc_urls: [ownUrl],
        sponsor_url: sponsor,
        markets: [market],
      },
      {
        alias: 'dead',
        id: 99,
        name: 'Dead',
        is_demo: true,
        rpc_urls: ['http://127.0.0.1:1'],
        native_currency: { name: 'Dead', symbol: 'DEAD' },
      },
    ],
  })
})
beforeEach(() => server.reset())
afterAll(async () => {
  await server.close()
  await chain.stop()
})

describe('health', () => {
  test('responds while the process lives', async () => {
    const { status, data } = await server.get('/health')
    expect([status, data]).toEqual([200, { status: 'ok' }])
  })
})

type Status = 'following' | 'behind' | 'refused' | 'unreachable' | 'disputed'

const report = (chain_id: number, status: Status, detail: string | null = null) =>
  server.database
    .insertInto('chain_statuses')
    .values({ chain_id, status, detail, updated_at: new Date() })
    .execute()

/** Block 5 is indexed; its head was received this many milliseconds ago. */
const cursor = (
  head_number: number,
  { blockAgo = 0, heardAgo = 0, confirmed_number = -1 } = {},
) => {
  const values = {
    genesis_hash: '0x',
    factory: 'test',
    block_number: 5,
    block_hash: '0x',
    block_time: new Date(Date.now() - blockAgo),
    head_number,
    confirmed_number,
    heartbeat_at: new Date(Date.now() - heardAgo),
    updated_at: new Date(),
  }
  return server.database
    .insertInto('chain_cursors')
    .values({ chain_id: chain.id, ...values })
    .onConflict((row) => row.column('chain_id').doUpdateSet(values))
    .execute()
}

const hold = (seconds: number) =>
  server.database
    .insertInto('chain_leases')
    .values({
      chain_id: chain.id,
      holder: '00000000-0000-4000-8000-000000000001',
      holder_name: 'press:7',
      taken_at: new Date(),
      expires_at: new Date(Date.now() + seconds * 1000),
    })
    .execute()

const HOUR = 3_600_000

describe('readiness', () => {
  const readChains = async () => (await getReadiness(server.context)).chains

  test('is refused until a network has been indexed, with the reason', async () => {
    const { status, error, headers } = await server.get('/ready')
    expect([status, error?.code, headers['retry-after']]).toEqual([503, 'not_ready', '5'])
    expect(await readChains()).toMatchObject([
      { alias: 'local', status: 'unreachable' },
      { alias: 'base', status: 'unreachable' },
    ])
  })

  test('is a status alone for everyone, with neither hosts, processes nor blocks', async () => {
    await report(chain.id, 'following')
    await cursor(9, { confirmed_number: 3 })
    await hold(60)
    const ready = await server.get('/ready')
    expect([ready.status, JSON.parse(ready.body)]).toEqual([
      200,
      { data: { status: 'ready' } },
    ])
    await server.database.deleteFrom('chain_statuses').execute()
    await report(chain.id, 'disputed', 'The endpoints disagree.')
    const refused = JSON.parse((await server.get('/ready')).body)
    expect(Object.keys(refused)).toEqual(['error'])
    expect(Object.keys(refused.error).sort()).toEqual(['code', 'message', 'request_id'])
    expect(JSON.stringify(refused)).not.toMatch(/press|local|contradict/)
  })

  test('is given once one network is indexed, with the state of the others', async () => {
    await report(chain.id, 'following', null)
    await report(8453, 'refused', 'It answers as chain 1, not 8453.')
    expect((await server.get('/ready')).status).toBe(200)
    expect((await readChains())[1]).toMatchObject({
      alias: 'base',
      status: 'refused',
      detail: 'It answers as chain 1, not 8453.',
    })
  })

  test('is withdrawn when no process indexes any more', async () => {
    await report(chain.id, 'following', null)
    expect((await server.get('/ready')).status).toBe(200)
    server.clock.advance(200_000)
    expect((await server.get('/ready')).status).toBe(503)
    expect((await readChains())[0]).toMatchObject({
      alias: 'local',
      status: 'unreachable',
      behind_seconds: null,
    })
  })

  test('returns the progress and lease holder of every network', async () => {
    await report(chain.id, 'following')
    await cursor(9, { confirmed_number: 3 })
    await hold(60)
    expect(await readChains()).toMatchObject([
      { alias: 'local', block: 5, confirmed_block: 3, head: 9, holder: 'press:7' },
      { alias: 'base', block: null, confirmed_block: null, head: null, holder: null },
    ])
  })

  test('names no process whose lease has run out, and no block before the first', async () => {
    await report(chain.id, 'following')
    await cursor(9)
    await hold(-1)
    expect((await readChains())[0]).toMatchObject({ confirmed_block: null, holder: null })
  })

  test.each([
    ['following', 200],
    ['behind', 200],
    ['disputed', 503],
    ['unreachable', 503],
    ['refused', 503],
  ] as const)('with one network that is %s answers %i', async (status, expected) => {
    await report(chain.id, status, 'So it is.')
    expect((await server.get('/ready')).status).toBe(expected)
    expect((await readChains())[0]).toMatchObject({ status, detail: 'So it is.' })
  })

  test('needs nothing of networks without contracts', async () => {
    const other = await testServer({ networks: [{ alias: 'base' }] })
    expect((await other.get(getReady.path)).status).toBe(200)
    await other.close()
  })
})

describe('configuration of the app', () => {
  test('names networks, chain access by our own origin, and no more', async () => {
    const { status, data } = await server.get(getConfig.path)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      product_name: 'Printworks',
      read_only: null,
      bridge_url: 'https://bridge.example',
      lists_url: 'https://files.example/lists',
      sign_in_chain_id: chain.id,
      has_demo_wallet: true,
      faucet_coins: 10,
    })
    expect(data.networks[0]).toMatchObject({
      alias: 'local',
      rpc_urls: ['/rpc/local'],
      is_demo: true,
      confirmations: 0,
      behind_seconds: null,
      sponsor_url: null,
      markets: [],
    })
    expect(data.networks[1]).toMatchObject({ sponsor_url: sponsor, markets: [market] })
    expect(data.networks[1].rpc_urls[0]).toMatch(/^https:/)
    expect(data.networks[2].contracts).toBeNull()
  })

  test('never sends the operator’s own URLs, in headers or pages', async () => {
    for (const url of [getConfig.path, '/', '/api/openapi.json', '/ready', '/nowhere']) {
      const { body, headers } = await server.get(url, {
        headers: { accept: 'text/html' },
      })
      expect(body + JSON.stringify(headers)).not.toContain('base.example')
      const isRead = headers['content-security-policy']?.includes(
        'https://mainnet.base.org',
      )
      expect(isRead, url).toBe(['/', '/nowhere'].includes(url))
    }
    const { data } = await server.get(getConfig.path)
    expect(data.networks[1].rpc_urls[0]).toBe('https://mainnet.base.org')
  })

  test('offers the Abstract wallet where it works, and lets pages look it up there', async () => {
    const wallet_provider = { url: 'https://wallet.example', app_id: 'an-app' }
    const read = async (networks: object[], changes = {}) => {
      const settings = { networks, wallet_provider: { ...wallet_provider, ...changes } }
      const other = await testServer(settings)
      const { data } = await other.get(getConfig.path)
      const { headers } = await other.get('/nowhere', {
        headers: { accept: 'text/html' },
      })
      await other.close()
      const policy = headers['content-security-policy'] ?? ''
      const isAllowed = policy.includes('https://wallet.example')
      return { wallet: data.cross_app_wallet, isAllowed }
    }
    const base = { alias: 'base' }
    expect(await read([base])).toEqual({ wallet: null, isAllowed: false })
    const smart = { ...wallet_provider, protocol: 'plain', is_smart: true }
    expect(await read([base, { alias: 'abstract' }])).toEqual({
      wallet: { ...smart, chain_ids: [2741] },
      isAllowed: true,
    })
    const plain = { ...smart, is_smart: false, chain_ids: [8453] }
    expect(await read([base], { is_smart: false })).toEqual({
      wallet: plain,
      isAllowed: true,
    })
  })

  const behind = async () =>
    (await server.get(getConfig.path)).data.networks[0].behind_seconds

  test('returns how far a network is behind, and null before indexing', async () => {
    expect(await behind()).toBeNull()
    await cursor(9, { blockAgo: HOUR })
    expect(await behind()).toBeGreaterThanOrEqual(3600)
  })

  test('returns 0 at the head, however old, while the head is received', async () => {
    await cursor(5, { blockAgo: HOUR })
    expect(await behind()).toBe(0)
  })

  test('returns growing values once the network is unreachable', async () => {
    await cursor(5, { blockAgo: 10 * HOUR })
    server.clock.advance(300_000)
    const first = await behind()
    expect(first).toBeGreaterThanOrEqual(300)
    expect(first).toBeLessThan(3600)
    server.clock.advance(HOUR)
    expect(await behind()).toBeGreaterThanOrEqual(first + 3600)
  })
})

describe('faucet', () => {
  test('fills a wallet up to ten coins, and no further', async () => {
    const first = await server.post('/api/faucet/local', { address: ada.address })
    const full = `${10n ** 19n}`
    expect([first.status, first.data]).toEqual([
      200,
      { balance_wei: full, received_wei: full },
    ])
    const balance = await chain.client.getBalance({ address: ada.address })
    expect(balance).toBe(10n ** 19n)
    const rich = chain.owner.address
    const before = await chain.client.getBalance({ address: rich })
    const second = await server.post('/api/faucet/local', { address: rich })
    expect(second.data).toEqual({ balance_wei: `${before}`, received_wei: '0' })
  })

  test('does not exist on a network with real coins, nor on an unknown one', async () => {
    for (const alias of ['base', 'nowhere']) {
      const { status, error } = await server.post(`/api/faucet/${alias}`, {
        address: ada.address,
      })
      expect([status, error?.code]).toEqual([404, 'unknown_chain'])
    }
  })

  test('fails when the network cannot be reached', async () => {
    const { status, error } = await server.post('/api/faucet/dead', {
      address: ada.address,
    })
    expect([status, error?.code]).toEqual([503, 'chain_unavailable'])
  })

  test('refuses anything but an address', async () => {
    const { status, error } = await server.post('/api/faucet/local', { address: '0x12' })
    expect([status, error?.fields?.address?.[0]]).toEqual([
      422,
      'Enter an address: 0x and 40 hex digits.',
    ])
  })

  test('is limited by client', async () => {
    const strict = await testServer({ rate_limit_scale: 0.1, networks: [chain.network] })
    const ask = () => strict.post('/api/faucet/local', { address: ada.address })
    expect((await ask()).status).toBe(200)
    const { status, error, headers } = await ask()
    expect([status, error?.code]).toEqual([429, 'too_many_requests'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    await strict.close()
  })
})

describe('access to an embedded chain', () => {
  const call = (method: string, params: unknown[] = [], id = 1) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  })
  const ask = async (body: unknown, alias = 'local') => {
    const answer = await server.post(`/rpc/${alias}`, body)
    return { ...answer, json: answer.body ? JSON.parse(answer.body) : undefined }
  }

  test('forwards reads', async () => {
    const { status, json } = await ask(call('eth_chainId'))
    expect([status, json.result]).toEqual([200, '0x7a69'])
  })

  test('forwards signed transactions', async () => {
    const request = await chain.client.prepareTransactionRequest({
      account: chain.owner,
      chain: chain.chain,
      to: ada.address,
      value: 5n,
    })
    const raw = await chain.client.signTransaction(request)
    const { json } = await ask(call('eth_sendRawTransaction', [raw]))
    expect(json.result).toMatch(/^0x[0-9a-f]{64}$/)
  })

  test('responds to every call of a batch, refused ones too', async () => {
    const { json } = await ask([call('eth_chainId'), call('evm_mine', [], 2)])
    expect(json).toMatchObject([
      { id: 1, result: '0x7a69' },
      { id: 2, error: { code: -32601 } },
    ])
  })

  test.each([
    'anvil_setBalance',
    'evm_increaseTime',
    'hardhat_reset',
    'debug_traceTransaction',
    'personal_unlockAccount',
    'eth_sendTransaction',
    'eth_sign',
    'eth_signTypedData_v4',
    'eth_accounts',
    'trace_block',
    'EVM_MINE',
  ])('refuses %s', async (method) => {
    const { status, json } = await ask(call(method))
    expect([status, json.error.code]).toEqual([200, -32601])
  })

  test('exists for embedded chains only', async () => {
    for (const alias of ['base', 'nowhere']) {
      expect((await ask(call('eth_chainId'), alias)).status).toBe(404)
    }
  })

  test('refuses malformed calls, empty and oversized batches, and large bodies', async () => {
    expect((await ask({ hello: 1 })).status).toBe(400)
    expect((await ask([])).status).toBe(400)
    expect((await ask(Array(1001).fill(call('eth_chainId')))).status).toBe(400)
    expect((await ask(call('eth_call', ['x'.repeat(140_000)]))).status).toBe(413)
  })

  test('refuses notifications, alone and in a batch', async () => {
    const { id: _, ...silent } = call('eth_chainId')
    expect((await ask(silent)).status).toBe(400)
    const { status, json } = await ask([silent, call('eth_chainId', [], 2)])
    expect(status).toBe(200)
    expect(json).toMatchObject([
      { id: 2, result: '0x7a69' },
      { id: null, error: { code: -32601 } },
    ])
  })

  test('fails when the chain does not respond', async () => {
    const { status, error } = await ask(call('eth_chainId'), 'dead')
    expect([status, error?.code]).toEqual([503, 'chain_unavailable'])
  })
})

describe('description of the API', () => {
  test('is OpenAPI 3.1 with every served call, its parameters and its failures', async () => {
    const { status, body } = await server.get('/api/openapi.json')
    const document = JSON.parse(body)
    expect([status, document.openapi]).toEqual([200, '3.1.0'])
    expect(Object.keys(document.paths).length).toBeGreaterThan(15)
    const list = document.paths['/api/contract/list'].get
    expect(list.parameters.map(({ name }: { name: string }) => name)).toContain('sort_by')
    const login = document.paths['/api/oauth/login'].post
    expect(Object.keys(login.responses)).toEqual(
      expect.arrayContaining(['200', '401', '422', '429', '503']),
    )
    const create = document.paths['/api/contract/studio/create'].post
    expect(create.security).toEqual([{ token: [] }])
    expect(create.requestBody.content['multipart/form-data']).toBeDefined()
  })
})
