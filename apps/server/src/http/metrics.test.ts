import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { testServer } from '../../test/server.ts'
import { measureChains } from '../areas/instance/metrics.ts'
import { configure } from '../configuration/configuration.ts'
import { createMetrics, metricsRoutes, startMetricsServer } from './metrics.ts'

const token = 'a-token-of-the-tests'
const authorization = `Bearer ${token}`
const contracts = {
  factory: `0x${'1'.repeat(40)}`,
  payouts: `0x${'2'.repeat(40)}`,
  start_block: 0,
}

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Starts the app and, if configured, the metrics port, as the server does. */
async function open(settings: Record<string, unknown>) {
  const networks = [{ alias: 'local', is_demo: true, contracts }, { alias: 'base' }]
  const configuration = configure({ networks, ...settings })
  const metrics = createMetrics(configuration)
  const extraRoutes = metrics ? metricsRoutes(metrics, configuration) : []
  const server = await testServer({ networks, ...settings }, { extraRoutes })
  ends.push(() => server.close())
  if (!metrics) return { server, ask: undefined }
  measureChains(metrics, server.context)
  const listening = await startMetricsServer(metrics, configuration)
  if (!listening) return { server, ask: undefined }
  ends.push(listening.close)
  const ask = (path: string, options?: RequestInit) =>
    fetch(`http://127.0.0.1:${listening.port}${path}`, options)
  return { server, ask }
}

const line = (text: string, start: string) =>
  text.split('\n').find((one) => one.startsWith(start))

describe('metrics on the main port', () => {
  test('are an unknown path unless configured', async () => {
    const { server } = await open({})
    const unknown = await server.get('/nothing')
    const { status, body } = await server.get('/metrics', { headers: { authorization } })
    expect([status, body]).toEqual([404, unknown.body])
  })

  test('are served with the token, uncached', async () => {
    const { server } = await open({ metrics_token: token })
    const { status, body, headers } = await server.get('/metrics', {
      headers: { authorization },
    })
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/plain; version=0.0.4/)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toMatch(/^process_cpu_seconds_total \d/m)
    expect(body).not.toContain(token)
  })

  test.each([
    undefined,
    'Bearer another-token-of-the-tests',
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -1)}`,
    'Bearer',
    `Basic ${token}`,
  ])('are refused to %s', async (given) => {
    const { server } = await open({ metrics_token: token })
    const { status, error, headers, body } = await server.get('/metrics', {
      headers: given ? { authorization: given } : {},
    })
    expect([status, error?.code]).toEqual([401, 'unauthenticated'])
    expect(headers['www-authenticate']).toBe('Bearer')
    expect(body).not.toContain('platemark_')
  })

  test('come with the state of every network, for the token only', async () => {
    const { server } = await open({ metrics_token: token })
    expect((await server.get('/metrics/ready')).status).toBe(401)
    const { status, body } = await server.get('/metrics/ready', {
      headers: { authorization },
    })
    expect(status).toBe(503)
    expect(JSON.parse(body).data.chains).toMatchObject([{ alias: 'local', holder: null }])
  })

  test('serve reads only', async () => {
    const { server } = await open({ metrics_token: token })
    expect((await server.post('/metrics')).status).toBe(405)
  })

  test('are absent with a separate port', async () => {
    const { server } = await open({ metrics_port: 0, metrics_token: token })
    const { status } = await server.get('/metrics', { headers: { authorization } })
    expect(status).toBe(404)
  })
})

describe('metrics on a separate port', () => {
  test('are served to anyone who reaches it, and nothing else is', async () => {
    const { ask } = await open({ metrics_port: 0 })
    const actual = await ask?.('/metrics?x=1')
    expect(actual?.status).toBe(200)
    expect(actual?.headers.get('content-type')).toMatch(/^text\/plain; version=0.0.4/)
    expect(await actual?.text()).toMatch(/^platemark_database_up 1$/m)
    expect((await ask?.('/metrics', { method: 'HEAD' }))?.status).toBe(200)
    expect((await ask?.('/metrics', { method: 'POST' }))?.status).toBe(405)
    for (const path of ['/', '/api/config', '/metrics/', '/health']) {
      expect((await ask?.(path))?.status).toBe(404)
    }
  })

  test('require the token if there is one', async () => {
    const { ask } = await open({ metrics_port: 0, metrics_token: token })
    expect((await ask?.('/metrics'))?.status).toBe(401)
    const headers = { authorization: `${authorization}x` }
    expect((await ask?.('/metrics', { headers }))?.status).toBe(401)
    expect((await ask?.('/metrics', { headers: { authorization } }))?.status).toBe(200)
  })

  test('come with the readiness and the state of every network', async () => {
    const { ask } = await open({ metrics_port: 0, metrics_token: token })
    expect((await ask?.('/ready'))?.status).toBe(401)
    const actual = await ask?.('/ready', { headers: { authorization } })
    expect(actual?.status).toBe(503)
    expect(await actual?.json()).toMatchObject({
      data: {
        status: 'not_ready',
        database: 'ok',
        chains: [{ alias: 'local', status: 'unreachable', holder: null }],
      },
    })
    expect((await ask?.('/ready', { method: 'POST' }))?.status).toBe(405)
  })

  test('report a taken port in one sentence', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    ends.push(() => new Promise((resolve) => taken.close(resolve)))
    const address = taken.address()
    const port = typeof address === 'object' ? address?.port : undefined
    await expect(open({ metrics_port: port })).rejects.toThrow(
      `metrics_port: ${port} is taken by another program. Choose another.`,
    )
  })
})

describe('metrics', () => {
  test('count responses by route and status, never by URL', async () => {
    const { server, ask } = await open({ metrics_port: 0 })
    await server.get('/api/config')
    await server.get('/api/config')
    await server.get('/api/contract/base/0x1234')
    await server.get('/secret/path')
    const text = (await (await ask?.('/metrics'))?.text()) ?? ''
    expect(text).toMatch(
      /^platemark_http_requests_total\{route="\/api\/config",method="GET",status="200"\} 2$/m,
    )
    expect(text).toMatch(
      /^platemark_http_request_duration_seconds_count\{route="\/api\/config",method="GET"\} 2$/m,
    )
    expect(text).toMatch(
      /^platemark_http_requests_total\{route="none",method="GET",status="404"\} 1$/m,
    )
    expect(text).not.toMatch(/secret|0x1234/)
  })

  test('report the progress of every chain with contracts, from the database', async () => {
    const { server, ask } = await open({ metrics_port: 0 })
    const read = async () => (await (await ask?.('/metrics'))?.text()) ?? ''
    const before = await read()
    expect(line(before, 'platemark_chain_block{')).toBeUndefined()
    expect(before).toContain(
      'platemark_chain_status{chain="local",status="unreachable"} 1',
    )
    expect(before).not.toContain('chain="base"')

    const now = new Date()
    await server.database
      .insertInto('chain_statuses')
      .values({ chain_id: 31_337, status: 'disputed', detail: null, updated_at: now })
      .execute()
    await server.database
      .insertInto('chain_cursors')
      .values({
        chain_id: 31_337,
        genesis_hash: '0x',
        factory: 'test',
        block_number: 90,
        block_hash: '0x',
        block_time: new Date(now.getTime() - 120_000),
        head_number: 100,
        confirmed_number: 80,
        heartbeat_at: now,
        updated_at: now,
      })
      .execute()
    await server.database
      .insertInto('chain_leases')
      .values({
        chain_id: 31_337,
        holder: '00000000-0000-4000-8000-000000000001',
        holder_name: 'press:7',
        taken_at: now,
        expires_at: new Date(now.getTime() + 60_000),
      })
      .execute()
    const after = await read()
    expect(after.split('\n')).toEqual(
      expect.arrayContaining([
        'platemark_chain_block{chain="local"} 90',
        'platemark_chain_confirmed_block{chain="local"} 80',
        'platemark_chain_head_block{chain="local"} 100',
        'platemark_chain_behind_blocks{chain="local"} 10',
        'platemark_chain_status{chain="local",status="disputed"} 1',
        'platemark_chain_holder{chain="local",holder="press:7"} 1',
      ]),
    )
    expect(after).not.toContain('status="unreachable"')
    const behind = line(after, 'platemark_chain_behind_seconds{')
    expect(Number(behind?.split(' ')[1])).toBeGreaterThanOrEqual(120)
  })
})
