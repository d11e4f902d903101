import { connect } from 'node:net'
import type { Endpoint } from '@platemark/api/endpoint'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bad, openBadInput, type Refusal, unreadable } from '../test/bad-input.ts'
import { leakPattern } from '../test/leak-pattern.ts'
import { listen } from '../test/listen.ts'
import { ada } from '../test/server.ts'

let input: Awaited<ReturnType<typeof openBadInput>>

beforeAll(async () => {
  input = await openBadInput()
})
afterAll(() => input.close())

describe('a body', () => {
  const takes = (kind: 'json' | 'multipart' | 'none') => (endpoint: Endpoint) => {
    if (endpoint.method !== 'POST') return false
    if (!endpoint.body) return kind === 'none' && endpoint.body_kind !== 'binary'
    return (endpoint.body_kind ?? 'json') === kind
  }
  const sent = (type: string | undefined, payload: string, expected: Refusal) => ({
    request: ({ method = 'POST', url = '' }: InjectOptions) => ({
      method,
      url,
      payload,
      headers: type === undefined ? {} : { 'content-type': type },
    }),
    expected,
  })
  const to = (
    kind: 'json' | 'multipart' | 'none',
    bad: Omit<Bad, 'sample'>[],
    atLeast = 2,
  ) =>
    input.expectRefused(
      (endpoint, sample) =>
        takes(kind)(endpoint) ? bad.map((one) => ({ sample, ...one })) : [],
      atLeast,
    )

  const unsupported: Refusal = [415, 'unsupported_media']
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'nonsense',
  ]
  const form = '--x\r\ncontent-disposition: form-data; name="data"\r\n\r\n{}\r\n--x--\r\n'
  const multipart = 'multipart/form-data; boundary=x'

  test('of any other type is unsupported by every writing call', async () => {
    for (const kind of ['json', 'multipart', 'none'] as const) {
      await to(
        kind,
        [...types, undefined].map((type) => sent(type, 'a=b', unsupported)),
      )
    }
  })

  test('of the other of the two types is unsupported', async () => {
    await to('json', [sent(multipart, form, unsupported)])
    await to('none', [sent(multipart, form, unsupported)])
    await to('multipart', [sent('application/json', '{}', unsupported)])
  })

  test('that is missing, cut off or nested without end is unreadable', async () => {
    const deep = `{"x":${'['.repeat(100)}${']'.repeat(100)}}`
    const bodies = ['', '{"half', '{"x":NaN}', '{"x":1e400}', deep, '\0', 'null']
    await to(
      'json',
      bodies.map((body) => sent('application/json', body, unreadable)),
    )
    await to(
      'none',
      bodies.slice(1, 6).map((body) => sent('application/json', body, unreadable)),
    )
    await to('multipart', [
      sent('multipart/form-data', form, unreadable),
      sent(multipart, form.slice(0, -10), unreadable),
      sent(multipart, form.replace('{}', '{"half'), unreadable),
      sent(multipart, form.replace('"data"', '"other"'), unreadable),
    ])
  })

  test('that is an empty form is refused', async () => {
    await to('multipart', [sent(multipart, '--x--\r\n', [422, 'validation_failed'])])
  })

  test.each(['[]', '"text"', '5', 'true'])(
    'that is %s and no object is refused',
    async (body) => {
      await to('json', [sent('application/json', body, [422, 'validation_failed'])])
    },
  )

  test.each(['__proto__', 'constructor'])(
    'with the key %s is unreadable',
    async (key) => {
      await to('json', [sent('application/json', `{"${key}":1}`, unreadable)])
      await to('none', [sent('application/json', `{"${key}":1}`, unreadable)])
      await to('multipart', [
        sent(multipart, form.replace('{}', `{"${key}":1}`), unreadable),
      ])
    },
  )

  test('above its size limit is too large', async () => {
    const tooLarge: Refusal = [413, 'file_too_large']
    const json = `{"x":"${'long '.repeat(2048)}"}`
    await to('json', [sent('application/json', json, tooLarge)])
    await to('none', [sent('application/json', json, tooLarge)])
    await to('multipart', [sent(multipart, form.replace('{}', json), unreadable)])
  })
})

test('a request whose headers or body come too slowly is refused and cut off', {
  timeout: 60_000,
}, async () => {
  const { port } = await listen(input.server.app)
  input.server.app.server.requestTimeout = 300
  input.server.app.server.headersTimeout = 300
  const authorization = `Authorization: Bearer ${await input.server.tokenOf(ada)}`
  const headers = 'POST /api/user/update HTTP/1.1\r\nHost: localhost\r\n'
  const json = 'Content-Type: application/json\r\nContent-Length: 4000'
  const answers = await Promise.all([
    trickle(port, headers),
    trickle(port, `${headers}${authorization}\r\n${json}\r\n\r\n{`),
  ])
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer).toContain('"code":"bad_request"')
    expect(answer).not.toMatch(leakPattern)
  }
})

/**
 * Sends a beginning and then single bytes slowly, and never ends its half; returns what is
 * received until the connection is closed.
 */
async function trickle(port: number, beginning: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes
  })
  socket.on('error', () => {})
  socket.write(beginning)
  const more = setInterval(() => socket.write('a'), 50)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(more)
  return received
}
