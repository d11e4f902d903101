import { getConfig, getReady } from '@platemark/wire/config'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestChain, testChain } from '../../platform/test-chain.ts'
import { ada, type TestServer, testServer } from '../../platform/test-server.ts'

let chain: TestChain
let server: TestServer

const promise = { factory: ada.address, payouts: ada.address, start_block: 0 }

beforeAll(async () => {
  chain = await testChain()
  server = await testServer({
    product_name: 'Printworks',
    bridge_url: 'https://bridge.example',
    has_demo_wallet: true,
    networks: [
      chain.network,
      { alias: 'base', contracts: promise },
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
  test('answers while the process lives', async () => {
    const { status, data } = await server.get('/health')
    expect([status, data]).toEqual([200, { status: 'ok' }])
  })
})

describe('readiness', () => {
  const report = (
    chain_id: number,
    status: 'following' | 'refused',
    detail: string | null,
  ) =>
    server.database
      .insertInto('chain_reports')
      .values({ chain_id, status, detail, updated_at: new Date() })
      .execute()

  test('is refused while no network has been read, and says which', async () => {
    const { status, error, headers, body } = await server.get('/ready')
    expect([status, error?.code, headers['retry-after']]).toEqual([503, 'not_ready', '5'])
    expect(JSON.parse(body).data.chains).toMatchObject([
      { alias: 'local', status: 'unreachable' },
      { alias: 'base', status: 'unreachable' },
    ])
  })

  test('is given once one network is followed, with the state of the others', async () => {
    await report(chain.id, 'following', null)
    await report(8453, 'refused', 'It answers as chain 1, not 8453.')
    const { status, data } = await server.get('/ready')
    expect(status).toBe(200)
    expect(data.chains[1]).toMatchObject({
      alias: 'base',
      status: 'refused',
      detail: 'It answers as chain 1, not 8453.',
    })
  })

  test('is taken back when nobody follows any more', async () => {
    await report(chain.id, 'following', null)
    expect((await server.get('/ready')).status).toBe(200)
    server.clock.advance(200_000)
    const { status, body } = await server.get('/ready')
    expect(status).toBe(503)
    expect(JSON.parse(body).data.chains[0]).toMatchObject({
      alias: 'local',
      status: 'unreachable',
      behind_seconds: null,
    })
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
      bridge_url: 'https://bridge.example',
      sign_in_chain_id: chain.id,
      has_demo_wallet: true,
    })
    expect(data.networks[0]).toMatchObject({
      alias: 'local',
      rpc_urls: ['/rpc/local'],
      is_demo: true,
      behind_seconds: null,
    })
    expect(data.networks[1].rpc_urls[0]).toMatch(/^https:/)
    expect(data.networks[2].contracts).toBeNull()
  })

  test('says how far a network is behind, and 0 at its head however old that is', async () => {
    const hourAgo = new Date(Date.now() - 3_600_000)
    const cursor = (head_number: number) =>
      server.database
        .insertInto('chain_cursors')
        .values({
          chain_id: chain.id,
          genesis_hash: '0x',
          source: 'test',
          block_number: 5,
          block_hash: '0x',
          block_time: hourAgo,
          head_number,
          updated_at: new Date(),
        })
        .onConflict((row) => row.column('chain_id').doUpdateSet({ head_number }))
        .execute()
    const behind = async () =>
      (await server.get(getConfig.path)).data.networks[0].behind_seconds
    await cursor(9)
    expect(await behind()).toBeGreaterThanOrEqual(3600)
    await cursor(5)
    expect(await behind()).toBe(0)
  })
})

describe('faucet', () => {
  test('fills a wallet up to ten coins, and no further', async () => {
    const first = await server.post('/api/faucet/local', { address: ada.address })
    expect([first.status, first.data.balance_wei]).toEqual([200, `${10n ** 19n}`])
    const balance = await chain.client.getBalance({ address: ada.address })
    expect(balance).toBe(10n ** 19n)
    const rich = chain.owner.address
    const before = await chain.client.getBalance({ address: rich })
    const second = await server.post('/api/faucet/local', { address: rich })
    expect(second.data.balance_wei).toBe(`${before}`)
  })

  test('does not exist on a network with real coins, nor on an unknown one', async () => {
    for (const alias of ['base', 'nowhere']) {
      const { status, error } = await server.post(`/api/faucet/${alias}`, {
        address: ada.address,
      })
      expect([status, error?.code]).toEqual([404, 'unknown_chain'])
    }
  })

  test('says when the network cannot be reached', async () => {
    const { status, error } = await server.post('/api/faucet/dead', {
      address: ada.address,
    })
    expect([status, error?.code]).toEqual([503, 'chain_unavailable'])
  })

  test('refuses what is no address', async () => {
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

  test('passes reads on', async () => {
    const { status, json } = await ask(call('eth_chainId'))
    expect([status, json.result]).toEqual([200, '0x7a69'])
  })

  test('passes signed transactions on', async () => {
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

  test('answers every call of a batch, refused ones too', async () => {
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

  test('refuses what is no call, empty and endless batches, and large bodies', async () => {
    expect((await ask({ hello: 1 })).status).toBe(400)
    expect((await ask([])).status).toBe(400)
    expect((await ask(Array(1001).fill(call('eth_chainId')))).status).toBe(400)
    expect((await ask(call('eth_call', ['x'.repeat(140_000)]))).status).toBe(413)
  })

  test('says when the chain does not answer', async () => {
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
