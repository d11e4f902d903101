import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { endpoint } from '@platemark/api/endpoint'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type TestServer, testServer } from '../../test/server.ts'
import { buildWeb } from '../../test/web.ts'
import { route } from './route.ts'

const usual = {
  access: 'public',
  summary: 'Answers when it is let go.',
  replies: { 200: z.object({}) },
} as const
const list = endpoint({
  ...usual,
  method: 'GET',
  path: '/api/test/list/:name',
  params: z.object({ name: z.string() }),
})
const kept = endpoint({
  ...usual,
  method: 'GET',
  path: '/api/test/kept',
  cache_seconds: 60,
})
const urgent = endpoint({
  ...usual,
  method: 'GET',
  path: '/api/test/urgent',
  is_urgent: true,
})
const write = endpoint({ ...usual, method: 'POST', path: '/api/test/write' })

let server: TestServer
let letGo: () => void = () => undefined
/** Names of the lists that were begun. */
const held = new Set<string>()

async function begin(limits: Record<string, number>): Promise<void> {
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  server = await testServer(
    { web_folder: buildWeb(), limits: { kept_answers: 200, ...limits } },
    {
      extraRoutes: [
        route(list, async ({ params }) => {
          held.add(params.name)
          await gate
          return {}
        }),
        route(kept, () => ({})),
        route(urgent, () => ({})),
        route(write, () => ({})),
      ],
    },
  )
}

afterEach(async () => {
  held.clear()
  vi.useRealTimers()
  letGo()
  await server.close()
})

const ask = (url: string) => server.get(url, { headers: { accept: 'text/html' } })

/** Begins reads that do not end until they are let go. */
const occupy = (count: number) =>
  Array.from({ length: count }, (_, at) => ask(`/api/test/list/${at}`))

describe('a process with more reads than it can answer', () => {
  test('refuses lists and pages of lists, and answers what a mint needs', async () => {
    // The clock stands still, because a page is kept for less than a second.
    vi.setSystemTime(new Date())
    await begin({ shed_pending: 8 })
    // What was kept before the first connection for changes is not sent after it.
    await expect.poll(() => server.app.dataVersion.current()).toBe(1)
    expect((await ask('/create')).status).toBe(200)
    expect((await ask('/api/test/kept')).status).toBe(200)
    const busy = occupy(8)
    await expect.poll(async () => (await ask('/api/test/list/a')).status).toBe(503)

    const refused = await ask('/api/test/list/a')
    expect([refused.status, refused.error?.code]).toEqual([503, 'busy'])
    const page = await ask('/collections')
    expect(page.body).toContain('<h1>Too many visitors</h1>')
    expect([page.status, page.body.length < 1000]).toEqual([503, true])
    for (const { headers } of [refused, page]) {
      expect(headers['retry-after']).toMatch(/^[2-5]$/)
      expect(headers['cache-control']).toBe('no-store')
    }

    // A page of a collection is answered, here that there is none.
    const free = ['/api/test/urgent', '/api/test/kept', '/create', '/health']
    for (const url of free) expect([url, (await ask(url)).status]).toEqual([url, 200])
    expect((await ask('/collection/local/quiet-shore')).status).toBe(404)
    expect((await server.post('/api/test/write', {})).status).toBe(200)

    letGo()
    const answers = await Promise.all(busy)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await ask('/api/test/list/a')).status).toBe(200)
    expect((await ask('/collections')).status).toBe(200)
  })

  test('forgets the requests whose clients left before their answer', async () => {
    await begin({ shed_pending: 2 })
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    for (let round = 0; round < 2; round += 1) {
      const { server: sockets } = server.app
      const isGone = once(sockets, 'connection').then(([one]) => once(one, 'close'))
      const leaving = new AbortController()
      const left = fetch(`${address}/api/test/list/${round}`, { signal: leaving.signal })
      await expect.poll(() => held.has(String(round))).toBe(true)
      leaving.abort()
      await expect(left).rejects.toThrow('aborted')
      await isGone
    }
    letGo()
    await expect.poll(async () => (await ask('/api/test/list/a')).status).toBe(200)
    expect((await ask('/api/test/list/b')).status).toBe(200)
  })

  test('refuses what a mint needs at four times as many', async () => {
    await begin({ shed_pending: 2 })
    const admitted = []
    for (let at = 0; at < 8; at += 1) {
      const request = { raw: {} }
      // Safe: admission reads nothing of a request.
      server.app.overload.admit(request as never, true)
      admitted.push(request)
    }
    const { status, headers } = await ask('/api/test/urgent')
    expect([status, headers['retry-after']]).toEqual([
      503,
      expect.stringMatching(/^[2-5]$/),
    ])
    expect((await ask('/health')).status).toBe(200)
    expect(admitted).toHaveLength(8)
  })
})

describe('a process whose turns come late', () => {
  const block = (ms: number) => {
    const end = performance.now() + ms
    while (performance.now() < end);
  }

  test('refuses lists once several in a row are late, and recovers', async () => {
    await begin({ shed_lag_ms: 20 })
    letGo()
    await expect
      .poll(
        async () => {
          for (let turn = 0; turn < 6; turn += 1) {
            block(200)
            await nextTurn()
          }
          return (await ask('/api/test/list/a')).status
        },
        { timeout: 20_000 },
      )
      .toBe(503)
    await expect
      .poll(async () => (await ask('/api/test/list/a')).status, { timeout: 20_000 })
      .toBe(200)
  })

  test('is not meant where one task was long', async () => {
    await begin({ shed_lag_ms: 1000 })
    letGo()
    block(2500)
    await nextTurn()
    expect((await ask('/api/test/list/a')).status).toBe(200)
  })
})
