import type { Corruption } from './fixtures.ts'

export const type: Corruption = ({ headers }, _fixtures, prng) => {
  headers['content-type'] = prng.pick([
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/json; charset=utf-16',
    'application/json;;;',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary=""',
    'APPLICATION/JSON',
    'a'.repeat(500),
  ])
}

export const method: Corruption = (parts, _fixtures, prng) => {
  parts.method = prng.pick([
    'GET',
    'POST',
    'HEAD',
    'OPTIONS',
    'PUT',
    'PATCH',
    'DELETE',
    'TRACE',
  ])
}

export const caller: Corruption = (parts, _fixtures, prng) => {
  parts.as = prng.pick(['visitor', 'other', 'gone'])
}

export const header: Corruption = ({ headers }, { cursors }, prng) => {
  const some: Record<string, string>[] = [
    { accept: prng.pick(['text/html', '*/*;q=0', 'a'.repeat(2000)]) },
    {
      'accept-encoding': prng.pick(['gzip', 'br', 'gzip;q=0, br', 'identity;q=0, *;q=0']),
    },
    {
      'if-none-match': prng.pick([
        '*',
        '"',
        'W/"',
        `"${'y'.repeat(500)}"`,
        [...cursors.values()].join(),
      ]),
    },
    { 'x-forwarded-for': prng.pick(['::1', 'no-address', '1.2.3.4, 5.6.7.8']) },
    { origin: prng.pick(['null', 'https://evil.example', 'http://localhost:3000']) },
    { range: 'bytes=0-1' },
    { 'idempotency-key': prng.pick(['', 'short', 'one and the same', 'k'.repeat(200)]) },
    { host: prng.pick(['evil.example', 'a b', '[::1']) },
    { 'content-encoding': prng.pick(['gzip', 'br', 'nonsense']) },
    { 'x-http-method-override': 'DELETE', 'x-original-url': '/api/user/get' },
    { 'access-control-request-method': 'POST', origin: 'https://evil.example' },
    { cookie: `access_token=x; ${'a=b; '.repeat(100)}` },
    {
      authorization: prng.pick([
        '',
        'Bearer',
        'Bearer ',
        'Basic YTpi',
        'Bearer plm_x',
        `Bearer ${'x'.repeat(300)}`,
      ]),
    },
    { expect: '100-continue' },
  ]
  Object.assign(headers, prng.pick(some))
}
