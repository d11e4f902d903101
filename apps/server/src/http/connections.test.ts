import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { draftFields } from '@platemark/api/studio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../test/listen.ts'
import { ada, bob, type TestServer, testServer } from '../../test/server.ts'
import { createEventStreams } from '../events/event-streams.ts'
import type { RoutePlugin } from './route.ts'

/** Streams events without one, as a quiet collection does. */
const serveQuietEvents: RoutePlugin = (app, context) => {
  const streams = createEventStreams(context)
  app.get('/quiet', (request, reply) => {
    reply.hijack()
    streams.acquire('a client').start(request, reply, () => () => {})
  })
}

let server: TestServer
let port: number

const LARGE_BYTES = 32 * 2 ** 20

/** Sends more than the buffers of a connection hold. */
const serveLarge: RoutePlugin = (app) => {
  app.get('/large', async (_request, reply) => reply.send(Buffer.alloc(LARGE_BYTES)))
}

beforeAll(async () => {
  server = await testServer(
    {
      trusted_proxies: ['127.0.0.1'],
      limits: {
        request_header_seconds: 1,
        request_seconds: 4,
        keep_alive_seconds: 0.3,
        stall_seconds: 1,
        min_bytes_per_second: 1000,
        uploads_open: 20,
        uploads_open_per_user: 20,
        uploads_open_per_client: 4,
      },
    },
    { extraRoutes: [serveLarge, serveQuietEvents] },
  )
  port = (await listen(server.app)).port
})
afterAll(() => server.close())

type Client = { socket: Socket; text: () => string; closed: Promise<unknown> }

/** Connects a client that never closes its half by itself. */
function open(): Client {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes
  })
  socket.on('error', () => {})
  return {
    socket,
    text: () => text,
    closed: new Promise((resolve) => socket.once('close', resolve)),
  }
}

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'host: localhost', ...headers, '', ''].join('\r\n')

async function uploadHead(bytes: number, from = '192.0.2.1'): Promise<string> {
  return head(
    'POST /api/contract/studio/create',
    `authorization: Bearer ${await server.tokenOf(ada)}`,
    `x-forwarded-for: ${from}`,
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${bytes}`,
  )
}

const partHead = '--x\r\ncontent-disposition: form-data; name="data"\r\n\r\n'

describe.concurrent('a connection is destroyed, although its client keeps its half open,', () => {
  test('whose headers never end', async () => {
    const { socket, text, closed } = open()
    socket.write('GET /health HTTP/1.1\r\nhost: localhost\r\n')
    await closed
    expect(text()).toMatch(/^HTTP\/1.1 400 .*too slowly/s)
  })

  test('that sends nothing, and one that waits after a response', async () => {
    const silent = open()
    const waiting = open()
    waiting.socket.write(head('GET /health'))
    await once(waiting.socket, 'end')
    waiting.socket.end()
    await Promise.all([silent.closed, waiting.closed])
    expect(waiting.text()).toContain('HTTP/1.1 200')
  })

  test.each([
    ['JSON', () => Promise.resolve(jsonHead()), '{"address":'],
    ['a form', () => uploadHead(5000), partHead],
  ])('whose body of %s stalls', async (_kind, start, first) => {
    // Connected once the headers are ready: they must arrive in 1 s.
    const headers = await start()
    const { socket, text, closed } = open()
    socket.write(headers)
    socket.write(first)
    await closed
    expect(text()).toMatch(/^HTTP\/1.1 400 .*too slowly/s)
  })

  test('whose body drips below the least rate, or ends in the middle', async () => {
    const drip = open()
    drip.socket.write(jsonHead())
    const timer = setInterval(() => drip.socket.write('.'), 30)
    const cut = open()
    cut.socket.end(`${jsonHead()}{"addr`)
    await Promise.all([drip.closed, cut.closed])
    clearInterval(timer)
  })

  test('whose steady body takes longer than a request may', async () => {
    const headers = await uploadHead(2 ** 20)
    const { socket, text, closed } = open()
    socket.write(headers)
    socket.write(partHead)
    const timer = setInterval(() => socket.write('a'.repeat(500)), 50)
    await closed
    clearInterval(timer)
    expect(text()).toMatch(/^HTTP\/1.1 400 .*too slowly/s)
  })

  test('but not that of a reader or a sender above the least rate', async ({
    expect,
  }) => {
    const reader = open()
    let bytes = 0
    reader.socket.on('data', (part) => {
      bytes += part.length
    })
    reader.socket.write(head('GET /large', 'connection: close'))
    const fields = draftFields.parse({
      chain_alias: 'local',
      kind: 'drop',
      name: 'Slow but steady',
      symbol: 'SLOW',
      description: 'a'.repeat(1900),
    })
    // Far above it, so that a busy machine does not fall below.
    const data = JSON.stringify(fields) + ' '.repeat(20_000)
    const body = `${partHead}${data}\r\n--x--\r\n`
    const headers = await uploadHead(body.length)
    const sender = open()
    sender.socket.write(headers)
    // Longer than a window, with few timers: other tests share this process.
    for (let at = 0; at < body.length; at += 6000) {
      sender.socket.write(body.slice(at, at + 6000))
      await sleep(300)
    }
    await expect.poll(sender.text, { timeout: 5000 }).toContain('HTTP/1.1 201')
    await expect.poll(() => bytes, { timeout: 5000 }).toBeGreaterThan(LARGE_BYTES)
    for (const { socket } of [reader, sender]) socket.destroy()
  })

  test('and gives its place back, of which one network has only some', async ({
    expect,
  }) => {
    const slow = await Promise.all(Array.from({ length: 5 }, () => startUpload()))
    const answers = () => slow.map(({ text }) => text()).join('')
    await expect.poll(answers, { timeout: 5000 }).toContain('429')
    const form = { data: { chain_alias: 'nowhere' } }
    const own = await server.postForm('/api/contract/studio/create', form, {
      as: bob,
      from: '127.0.0.1',
      headers: { 'x-forwarded-for': '203.0.113.1' },
    })
    const others = await server.postForm('/api/contract/studio/create', form, {
      as: bob,
      from: '127.0.0.1',
      headers: { 'x-forwarded-for': '198.51.100.1' },
    })
    expect([own.status, others.status]).toEqual([429, 404])
    await Promise.all(slow.slice(0, 4).map(({ closed }) => closed))
    for (const { socket } of slow) socket.destroy()

    // Aborted in the middle, more often than there are places.
    for (let round = 0; round < 3; round += 1) {
      const aborted = await Promise.all(Array.from({ length: 4 }, () => startUpload()))
      await sleep(50)
      expect(aborted.map(({ text }) => text())).toEqual(['', '', '', ''])
      for (const { socket } of aborted) socket.destroy()
      await sleep(50)
    }
  })
})

describe('without a client that ends it,', () => {
  test('bytes that are no request end their connection', async () => {
    const { socket, text } = open()
    socket.write('no request\r\n\r\n')
    await once(socket, 'end')
    await expect.poll(countConnections).toBe(0)
    expect(text()).toMatch(/^HTTP\/1.1 400 .*"code":"bad_request"/s)
  })

  test('a response that is not read ends its connection, also half open', async () => {
    const stalled = [open(), open()]
    for (const { socket } of stalled) {
      socket.pause()
      socket.write(head('GET /large'))
    }
    stalled[1]?.socket.end()
    await expect.poll(countConnections).toBe(2)
    await expect.poll(countConnections, { timeout: 5000 }).toBe(0)
    for (const { socket } of stalled) socket.destroy()
  })
})

async function startUpload(): Promise<Client> {
  const headers = await uploadHead(5000, '203.0.113.1')
  const client = open()
  client.socket.write(headers)
  client.socket.write(partHead)
  return client
}

test('a stream of events stays open without bytes, and ends with its client', async () => {
  await expect.poll(countConnections).toBe(0)
  const { socket, text } = open()
  socket.write(head('GET /quiet'))
  await sleep(1200)
  expect([text().length > 0, await countConnections()]).toEqual([true, 1])
  socket.destroy()
  await expect.poll(countConnections).toBe(0)
})

function jsonHead(): string {
  return head(
    'POST /api/oauth/login',
    'content-type: application/json',
    'content-length: 99',
  )
}

function countConnections(): Promise<number> {
  return new Promise((resolve, reject) => {
    server.app.server.getConnections((error, count) =>
      error ? reject(error) : resolve(count),
    )
  })
}
