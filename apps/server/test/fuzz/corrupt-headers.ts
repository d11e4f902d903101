import type { Way } from './corrupt-transport.ts'

export const type: Way = ({ headers }, _things, dice) => {
  headers['content-type'] = dice.pick([
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

export const method: Way = (parts, _things, dice) => {
  parts.method = dice.pick([
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

export const caller: Way = (parts, _things, dice) => {
  parts.as = dice.pick(['nobody', 'other', 'gone'])
}

export const header: Way = ({ headers }, { cursors }, dice) => {
  const some: Record<string, string>[] = [
    { accept: dice.pick(['text/html', '*/*;q=0', 'a'.repeat(2000)]) },
    {
      'accept-encoding': dice.pick(['gzip', 'br', 'gzip;q=0, br', 'identity;q=0, *;q=0']),
    },
    {
      'if-none-match': dice.pick([
        '*',
        '"',
        'W/"',
        `"${'y'.repeat(500)}"`,
        [...cursors.values()].join(),
      ]),
    },
    { 'x-forwarded-for': dice.pick(['::1', 'nobody', '1.2.3.4, 5.6.7.8']) },
    { origin: dice.pick(['null', 'https://evil.example', 'http://localhost:3000']) },
    { range: 'bytes=0-1' },
    { 'idempotency-key': dice.pick(['', 'short', 'one and the same', 'k'.repeat(200)]) },
    { host: dice.pick(['evil.example', 'a b', '[::1']) },
    { 'content-encoding': dice.pick(['gzip', 'br', 'nonsense']) },
    { 'x-http-method-override': 'DELETE', 'x-original-url': '/api/user/get' },
    { 'access-control-request-method': 'POST', origin: 'https://evil.example' },
    { cookie: `access_token=x; ${'a=b; '.repeat(100)}` },
    {
      authorization: dice.pick([
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
  Object.assign(headers, dice.pick(some))
}
