import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createEventParser, readStream, type StreamEvent } from './event-stream.ts'

describe('the event parser', () => {
  const text =
    'retry: 3000\n\n:\n\nid: a1\nevent: counts\ndata: {"minted":1}\n\nevent: reload\ndata: {}\n\n'
  const events: StreamEvent[] = [
    { id: 'a1', name: 'counts', data: '{"minted":1}' },
    { id: undefined, name: 'reload', data: '{}' },
  ]

  test('returns the same events for any chunking', () => {
    for (let size = 1; size <= text.length; size += 1) {
      const read: StreamEvent[] = []
      const take = createEventParser((event) => read.push(event))
      for (let at = 0; at < text.length; at += size) take(text.slice(at, at + size))
      expect(read).toEqual(events)
    }
  })

  test('joins data lines and waits for the end of an event', () => {
    const read: StreamEvent[] = []
    const take = createEventParser((event) => read.push(event))
    take('data: one\ndata: two\n')
    expect(read).toEqual([])
    take('\n')
    expect(read).toEqual([{ id: undefined, name: 'message', data: 'one\ntwo' }])
  })
})

describe('a connection', () => {
  let close = () => {}
  afterEach(() => close())

  async function serve(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    close = () => {
      server.closeAllConnections()
      server.close()
    }
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }

  function reading(url: string, changes: { lastEventId?: string; silenceMs?: number }) {
    const read: StreamEvent[] = []
    const leaving = new AbortController()
    let opened = 0
    const end = readStream({
      url,
      lastEventId: changes.lastEventId,
      signal: leaving.signal,
      silenceMs: changes.silenceMs ?? 60_000,
      onOpen: () => {
        opened += 1
      },
      onEvent: (event) => read.push(event),
    })
    return { end, read, leave: () => leaving.abort(), opened: () => opened }
  }

  test('emits its events and sends the id of the last one on reconnect', async () => {
    let lastEventId: unknown
    const url = await serve((request, response) => {
      lastEventId = request.headers['last-event-id']
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end('id: b2\nevent: counts\ndata: {}\n\n')
    })
    const { end, read, opened } = reading(url, { lastEventId: 'a1' })
    expect(await end).toEqual({ status: 200, retryAfterSeconds: 0 })
    expect([lastEventId, opened()]).toEqual(['a1', 1])
    expect(read).toEqual([{ id: 'b2', name: 'counts', data: '{}' }])
  })

  test('returns status and Retry-After when it is refused', async () => {
    const url = await serve((_, response) => {
      response.writeHead(429, { 'retry-after': '30' }).end('{}')
    })
    const { end, opened } = reading(url, {})
    expect(await end).toEqual({ status: 429, retryAfterSeconds: 30 })
    expect(opened()).toBe(0)
  })

  test('is aborted after the maximum silence, which any data resets', async () => {
    let sent = 0
    const url = await serve((_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => {
        response.write(':\n\n')
        sent += 1
        if (sent === 25) clearInterval(timer)
      }, 40)
    })
    const { end } = reading(url, { silenceMs: 800 })
    expect(await end).toEqual({ status: 0, retryAfterSeconds: 0 })
    // In total these took longer than the maximum silence.
    expect(sent).toBe(25)
  })

  test('ends when its signal is aborted', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200)
      response.write('data: {}\n\n')
    })
    const { end, read, leave } = reading(url, {})
    await expect.poll(() => read.length).toBe(1)
    leave()
    expect(await end).toEqual({ status: 0, retryAfterSeconds: 0 })
  })
})
