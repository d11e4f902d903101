import { getHealth } from '@platemark/api/config'
import { expect, test } from 'vitest'
import { describeApi as documentOf } from '../../src/areas/instance/openapi.ts'
import type { FuzzResponse } from './client.ts'
import { openapiCheck } from './openapi-check.ts'
import { findFault } from './oracle.ts'
import type { Sent, Target } from './request.ts'

const site = { product_name: 'Platemark', public_url: 'https://mint.example' }
const check = openapiCheck(documentOf([getHealth], site))
const target: Target = {
  key: 'GET /health',
  method: 'GET',
  path: '/health',
  endpoint: getHealth,
  queryFields: {},
  bodyFields: {},
}
const sent: Sent = {
  method: 'GET',
  url: '/health',
  headers: {},
  body: undefined,
  as: 'visitor',
}

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
  'x-request-id': 'one',
}
const good: FuzzResponse = { status: 200, headers, body: '{"data":{"status":"ok"}}' }

function refusal(status: number, code: string, message = 'No.'): FuzzResponse {
  const error = { code, message, request_id: 'one' }
  const kept = { ...headers, 'cache-control': 'no-store' }
  return { status, headers: kept, body: JSON.stringify({ error }) }
}

const faultIn = (answer: FuzzResponse, more: Partial<Sent> = {}) =>
  findFault(target, { ...sent, ...more }, answer, { check, secrets: ['cyn@example.net'] })

test('a response that matches the API contract and the document has no fault', () => {
  expect(faultIn(good)).toBeUndefined()
  expect(faultIn(refusal(422, 'validation_failed'))).toBeUndefined()
})

test.each<[string, FuzzResponse]>([
  ['a failure of ours', refusal(500, 'internal')],
  ['a chain that is there and not reached', refusal(503, 'chain_unavailable')],
  ['a stack', refusal(400, 'bad_request', 'at read (/srv/app.js:12:5)')],
  ['a statement', refusal(400, 'bad_request', 'select a from b')],
  ['somebody\u2019s e-mail', { ...good, body: '{"data":{"status":"cyn@example.net"}}' }],
  [
    'another value than the API contract has',
    { ...good, body: '{"data":{"status":"fine"}}' },
  ],
  ['a field too few', { ...good, body: '{"data":{}}' }],
  ['no envelope', { ...good, body: '{"status":"ok"}' }],
  [
    'no JSON',
    { ...good, headers: { ...headers, 'content-type': 'text/html' }, body: 'ok' },
  ],
  ['a success that nobody declared', { ...good, status: 201 }],
  ['a code under the status of another', refusal(400, 'not_found')],
  ['a refusal that the document does not have', refusal(409, 'alias_taken')],
  [
    'a refusal of another shape',
    { ...refusal(400, 'bad_request'), body: '{"error":"no"}' },
  ],
  ['a refusal that may be kept', { ...refusal(400, 'bad_request'), headers }],
  ['no policy', { ...good, headers: { 'content-type': 'application/json' } }],
])('%s is a fault', (_, answer) => {
  expect(faultIn(answer)).toEqual(expect.any(String))
})

test('a body is a fault where there must be none', () => {
  expect(faultIn(good, { method: 'HEAD' })).toEqual(expect.any(String))
})

test("the request's own text may be in its response", () => {
  const answer = refusal(422, 'validation_failed', 'cyn@example.net is no number.')
  expect(faultIn(answer)).toMatch(/^tells/)
  expect(faultIn(answer, { url: '/health?x=cyn%40example.net' })).toBeUndefined()
})
