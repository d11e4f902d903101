import { once } from 'node:events'
import { connect } from 'node:net'
import { endpoint } from '@platemark/api/endpoint'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listen } from '../../test/listen.ts'
import { listenTo } from '../../test/live/listening.ts'
import { testLog } from '../../test/log.ts'
import { type TestServer, testServer } from '../../test/server.ts'
import { until } from '../../test/until.ts'
import { encodeEvent, eventRoute } from './event-route.ts'
import type { StreamListener } from './event-streams.ts'

const streamNews = endpoint({
  method: 'GET',
  path: '/api/news',
  access: 'public',
  summary: 'Whatever is actual.',
  replies: { 200: z.null() },
  events: { news: z.object({ text: z.string() }) },
})

const listeners = new Set<StreamListener>()
const left: StreamListener[] = []

const news = eventRoute(streamNews, async () => (listener) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    left.push(listener)
  }
})

const { log, lines } = testLog()

let server: TestServer

async function begin(limits: Record<string, number> = {}): Promise<string> {
  server = await testServer({ limits }, { extraRoutes: [news], log })
  return `${(await listen(server.app)).url}/api/news`
}

afterEach(async () => {
  await server.close()
  listeners.clear()
  left.length = 0
  lines.length = 0
})

const newsEvent = (text: string) => encodeEvent(streamNews, 'news', { text })

/** Requests a stream and never reads from it. */
async function listenIdly(url: string) {
  const { hostname, port, pathname } = new URL(url)
  const idle = connect({ host: hostname, port: Number(port) })
  idle.on('error', () => {})
  await once(idle, 'connect')
  idle.pause()
  idle.write(`GET ${pathname} HTTP/1.1\r\nhost: x\r\n\r\n`)
  return idle
}

test('a client that never reads is dropped, and delays no other', async () => {
  const url = await begin()
  const idle = await listenIdly(url)
  await until(() => listeners.size === 1)
  const [slow] = listeners
  const reader = await listenTo(url)
  await until(() => listeners.size === 2)
  const long = newsEvent('x'.repeat(100_000))
  let actual = 0
  while (slow && listeners.has(slow)) {
    for (const listener of listeners) listener.send(long)
    actual += 1
    await reader.until(actual)
  }
  // The system's buffers and the bound limit what is kept for it.
  expect(actual).toBeGreaterThan(1)
  expect(actual).toBeLessThan(1000)
  expect(left).toEqual([slow])
  expect(reader.events()).toHaveLength(actual)
  reader.leave()
  idle.destroy()
})

test('the server stops although a client never reads', async () => {
  const url = await begin()
  const idle = await listenIdly(url)
  await until(() => listeners.size === 1)
  for (const listener of listeners) listener.send(newsEvent('x'.repeat(50_000_000)))
  const gone = once(idle, 'close')
  await server.app.close()
  idle.resume()
  await gone
  expect(listeners.size).toBe(0)
})

test('a client that does not read the last bytes is cut off at its end', async () => {
  const url = await begin({ live_seconds: 1, live_buffer_bytes: 100_000_000 })
  const idle = await listenIdly(url)
  await until(() => listeners.size === 1)
  for (const listener of listeners) listener.send(newsEvent('x'.repeat(50_000_000)))
  await until(() => listeners.size === 0)
  idle.destroy()
})

test('a client receives a heartbeat at least every 25 seconds', async () => {
  const url = await begin()
  const reader = await listenTo(url)
  await until(() => /^:$/m.test(reader.text()))
  expect(reader.events()).toEqual([])
  reader.leave()
}, 60_000)

test('nothing is sent after the last event', async () => {
  const url = await begin()
  const reader = await listenTo(url)
  await until(() => listeners.size === 1)
  for (const listener of listeners) {
    listener.end(newsEvent('last'))
    listener.send(newsEvent('later'))
    listener.end(newsEvent('later'))
  }
  expect(await reader.ended).toBe('ended')
  expect(reader.events()).toEqual([{ event: 'news', data: { text: 'last' } }])
})

test.each(['the client', 'the server'])(
  'a stream that %s ends is actual of once',
  async (who) => {
    const url = await begin()
    const reader = await listenTo(url)
    await until(() => listeners.size === 1)
    expect(lines).toEqual([])
    if (who === 'the client') reader.leave()
    else for (const listener of listeners) listener.end(newsEvent('last'))
    await until(() => lines.length > 0)
    await server.close()
    expect(lines).toEqual([
      expect.objectContaining({
        reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        path: '/api/news',
        route: '/api/news',
        status: 200,
        msg: 'request completed',
      }),
    ])
  },
)
