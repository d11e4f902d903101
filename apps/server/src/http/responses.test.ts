import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testLog } from '../../test/log.ts'
import { type TestServer, testServer } from '../../test/server.ts'

const { log, lines } = testLog()
const long = 'abc'.repeat(1000)

let server: TestServer

beforeAll(async () => {
  server = await testServer(
    {},
    {
      log,
      extraRoutes: [
        (app) => app.get('/test/whole', async () => long),
        (app) => app.get('/test/stream', async () => Readable.from([long])),
        (app) =>
          app.get('/test/own', (_, reply) => reply.header('etag', '"a"').send(long)),
        (app) => app.get('/test/away', (_, reply) => reply.redirect('/test/whole', 302)),
        (app) =>
          app.get('/test/broken', async () => {
            throw new Error('broken')
          }),
      ],
    },
  )
})
beforeEach(() => {
  lines.length = 0
})
afterAll(() => server.close())

describe('every response has one line in the log', () => {
  test.each([
    ['in one piece', 'GET', '/test/whole', {}, 200],
    ['compressed', 'GET', '/test/whole', { 'accept-encoding': 'br' }, 200],
    ['that the caller has already', 'GET', '/test/own', { 'if-none-match': '"a"' }, 304],
    ['without its body', 'HEAD', '/test/whole', {}, 200],
    ['that is a stream', 'GET', '/test/stream', {}, 200],
    ['that leads elsewhere', 'GET', '/test/away', {}, 302],
    ['to a wrong method', 'POST', '/test/whole', {}, 405],
    ['of a failure', 'GET', '/test/broken', {}, 500],
  ] as const)('%s', async (_, method, url, headers, status) => {
    const answer = await server.send({ method, url: `${url}?secret=1`, headers })
    expect(answer.status).toBe(status)
    expect(lines.filter(({ msg }) => msg === 'request completed')).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        reqId: answer.headers['x-request-id'],
        method,
        path: url,
        route: url,
        status,
        ms: expect.any(Number),
        msg: 'request completed',
      },
    ])
  })

  test('where there is no such route', async () => {
    await server.get('/no/such')
    expect(lines).toEqual([expect.objectContaining({ path: '/no/such', status: 404 })])
    expect(lines[0]).not.toHaveProperty('route')
  })
})

test('an internal failure is logged with its cause, under the id of its request', async () => {
  const { headers } = await server.get('/test/broken')
  expect(lines).toContainEqual(
    expect.objectContaining({
      level: 50,
      reqId: headers['x-request-id'],
      err: expect.objectContaining({ message: 'broken' }),
      msg: 'request failed',
    }),
  )
})

test('a tagged response is sent compressed and as it is, each with its length', async () => {
  const plain = await server.get('/test/whole')
  const small = await server.get('/test/whole', { headers: { 'accept-encoding': 'br' } })
  expect(plain.headers).toMatchObject({
    'content-length': '3000',
    vary: 'accept-encoding',
  })
  expect(plain.body).toBe(long)
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'accept-encoding',
  })
  expect(Number(small.headers['content-length'])).toBeLessThan(100)
  expect(small.headers.etag).toBe(plain.headers.etag)
})
