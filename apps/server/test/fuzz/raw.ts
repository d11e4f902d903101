import type { Prng } from './prng.ts'

/** Bytes of a connection, in pieces sent one after another. */
export type RawRequest = {
  pieces: string[]
  /** True if the client ends after the last piece. */
  isCutOff: boolean
}

/** Builds broken HTTP for a route of the app. */
export function rawRequest(
  target: { method: string; path: string },
  prng: Prng,
): RawRequest {
  const text = prng.pick(brokenRequests(target))
  const isCutOff = prng.chance(0.5)
  if (prng.chance(0.6)) return { pieces: [text], isCutOff }
  // Split anywhere, so that the parser waits in every state.
  const cut = prng.whole(1, Math.min(text.length - 1, 200))
  const both = [text.slice(0, cut), text.slice(cut)]
  return { pieces: both.slice(0, prng.pick([1, 2])), isCutOff: true }
}

function brokenRequests({ method, path }: { method: string; path: string }): string[] {
  const place = path.replaceAll(/:\w+/g, 'x')
  const host = 'Host: localhost\r\n'
  const json = 'Content-Type: application/json\r\n'
  const get = (more: string, line = `${method} ${place} HTTP/1.1`) =>
    `${line}\r\n${host}${more}\r\n`
  const post = (more: string, body: string) =>
    `POST ${place} HTTP/1.1\r\n${host}${json}${more}\r\n${body}`
  return [
    get('', `${method} ${place}`),
    get('', `${method} ${place} HTTP/1.0`),
    get('', `${method} ${place} HTTP/2.0`),
    get('', `${method} ${place} HTTP/9.9`),
    get('', `${method.toLowerCase()} ${place} HTTP/1.1`),
    get('', `BREW ${place} HTTP/1.1`),
    get('', `PROPFIND ${place} HTTP/1.1`),
    get('', `TRACE ${place} HTTP/1.1`),
    get('', `CONNECT ${place} HTTP/1.1`),
    get('', `CONNECT localhost:22 HTTP/1.1`),
    get('', `${method}  ${place}  HTTP/1.1`),
    get('', `${method} ${place} with spaces HTTP/1.1`),
    get('', `${method} http://evil.example${place} HTTP/1.1`),
    get('', `${method} * HTTP/1.1`),
    get('', `OPTIONS * HTTP/1.1`),
    get('', `${method} ${place}?${'a=b&'.repeat(200)} HTTP/1.1`),
    get('', `${method} ${place}/${'a'.repeat(9000)} HTTP/1.1`),
    get('', `${method} ${place}?x=${'a'.repeat(40_000)} HTTP/1.1`),
    get('', `${method} ${place}\0 HTTP/1.1`),
    get('', `${method} ${place}\u00ff\u00fe HTTP/1.1`),
    get('', `${method} /..${place} HTTP/1.1`),
    get('', `${method} /%%%${place} HTTP/1.1`),
    get('', `${method} \\windows HTTP/1.1`),
    `${method} ${place} HTTP/1.1\r\n\r\n`,
    `${method} ${place} HTTP/1.1\n${host}\n`,
    get('Host: evil.example\r\n'),
    get(`X: ${'a'.repeat(20_000)}\r\n`),
    get('a: b\r\n'.repeat(3000)),
    get('X: a\0b\r\n'),
    get('X: a\r\n folded\r\n'),
    get('X : a\r\n'),
    get(': a\r\n'),
    get('X\r\n'),
    get('X: \u0001\u007f\r\n'),
    get('Authorization: Bearer a\r\nAuthorization: Bearer b\r\n'),
    get('Authorization: Bearer \u00e9\u00e9\r\n'),
    get('If-None-Match: a\r\nIf-None-Match: b\r\n'),
    get('Upgrade: websocket\r\nConnection: Upgrade\r\n'),
    get('Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x\r\n'),
    get('Expect: the unexpected\r\n'),
    get('Connection: close, keep-alive\r\n'),
    get('Content-Length: 0\r\n'),
    post('Content-Length: -1\r\n', '{}'),
    post('Content-Length: 2, 2\r\n', '{}'),
    post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}x'),
    post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    post('Transfer-Encoding: chunked, identity\r\n', '2\r\n{}\r\n0\r\n\r\n'),
    post('Transfer-Encoding: nonsense\r\n', '{}'),
    post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'),
    post('Transfer-Encoding: chunked\r\n', '-1\r\n{}\r\n0\r\n\r\n'),
    post('Transfer-Encoding: chunked\r\n', 'fffffffffffffffff\r\n{}\r\n'),
    post('Transfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\nX: y\r\n\r\n'),
    post('Content-Length: 2\r\n', '{}GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n'),
    post('Content-Length: 99999999999999999999\r\n', '{}'),
    post('Content-Length: 99999999\r\n', '{}'),
    post('Content-Length: 20\r\n', '{"half'),
    post('', '{}'),
    get('').repeat(8),
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
    'SSH-2.0-OpenSSH_9.6\r\n',
    'EHLO localhost\r\n',
    '\0\0\0\0\0\0\0\0',
    '\r\n\r\n\r\n\r\n',
    'a'.repeat(70_000),
  ]
}
