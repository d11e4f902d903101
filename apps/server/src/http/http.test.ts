import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '../../test/listen.ts'
import { type TestServer, testServer } from '../../test/server.ts'

let server: TestServer
let port: number

beforeAll(async () => {
  server = await testServer()
  port = (await listen(server.app)).port
})
afterAll(() => server.close())

/**
 * Returns the status line for a request with a content type but neither body nor length.
 */
async function answerTo(method: string, path: string, type: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const lines = ['host: localhost', `content-type: ${type}`, 'connection: close']
  socket.write([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  let text = ''
  for await (const part of socket) text += part
  return text.split('\r\n', 1)[0] ?? ''
}

test.each([
  ['POST', '/api/oauth/login', 400],
  ['POST', '/api/logout', 401],
  ['DELETE', '/health', 405],
  ['OPTIONS', '/health', 204],
  ['GET', '/health', 200],
])('answers %s %s that names JSON and has no body', async (method, path, status) => {
  for (const type of ['application/json', 'APPLICATION/JSON; charset=utf-16']) {
    expect(await answerTo(method, path, type)).toContain(`HTTP/1.1 ${status} `)
  }
})

test('refuses a type that is not JSON, even without a body', async () => {
  const answer = await answerTo('POST', '/api/oauth/login', 'text/plain')
  expect(answer).toContain('HTTP/1.1 415 ')
})

test('refuses it in the one shape of errors where only preflights are served, too', async () => {
  const headers = { 'content-type': 'text/plain' }
  const response = await fetch(`http://127.0.0.1:${port}/no-such-page`, {
    method: 'OPTIONS',
    headers,
  })
  const { error } = (await response.json()) as { error: { code: string } }
  expect([response.status, error.code]).toEqual([415, 'unsupported_media'])
})
