import type { Endpoint } from '@platemark/api/endpoint'
import { problems } from '@platemark/api/problem'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectRoutes, type Route } from '../../../test/calls.ts'
import { type TestServer, testServer } from '../../../test/server.ts'
import { areas } from './openapi-areas.ts'
import { toExample } from './openapi-fields.ts'
import { type Document, type Operation, toJsonSchema } from './openapi-schema.ts'

let server: TestServer
let routes: Route[]
let document: Document

beforeAll(async () => {
  routes = await collectRoutes(async () => {
    server = await testServer()
  })
  document = JSON.parse((await server.get('/api/openapi.json')).body)
})
afterAll(() => server.close())

const served = () => routes.flatMap(({ endpoint }) => (endpoint ? [endpoint] : []))

function operationOf({ method, path }: Endpoint): Operation {
  const found = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  if (!found) throw new Error(`${method} ${path} is not described.`)
  return found
}

test('the document is OpenAPI 3.1', async () => {
  const validator = new Validator()
  // Safe: the document itself, which the validator takes as any object.
  const { valid, errors } = await validator.validate(
    structuredClone(document) as unknown as Record<string, unknown>,
  )
  expect(errors ?? []).toEqual([])
  expect([valid, validator.version]).toEqual([true, '3.1'])
  const spoiled = { ...structuredClone(document), paths: { '/x': { get: 5 } } }
  expect((await new Validator().validate(spoiled)).valid).toBe(false)
})

test('every served call is described under the name of its endpoint', () => {
  const names = new Map(
    areas.flatMap(({ calls }) => Object.entries(calls).map(([id, call]) => [call, id])),
  )
  expect(served().length).toBeGreaterThan(20)
  for (const endpoint of served()) {
    const { operationId, summary } = operationOf(endpoint)
    expect([operationId, summary]).toEqual([names.get(endpoint), endpoint.summary])
  }
})

test('every call declares its access, parameters, replies and errors', () => {
  for (const endpoint of served()) {
    const { security, responses, requestBody, parameters } = operationOf(endpoint)
    const needs = { public: 0, optional: 2, 'signed-in': 1 }[endpoint.access]
    expect([endpoint.path, security.length]).toEqual([endpoint.path, needs])
    const statuses = [
      ...Object.keys(endpoint.replies),
      ...(endpoint.problems ?? []).map((code) => String(problems[code][0])),
      ...(endpoint.access === 'public' ? [] : ['401']),
      ...['400', '422', '500', '503'],
    ]
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(statuses))
    const { body_kind = 'json' } = endpoint
    const kind = {
      ...{ json: 'application/json', multipart: 'multipart/form-data' },
      binary: 'application/octet-stream',
    }[body_kind]
    const hasBody = endpoint.body || body_kind === 'binary'
    expect(Object.keys(requestBody?.content ?? {})).toEqual(hasBody ? [kind] : [])
    const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
    const named = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(inPath.toSorted()).toEqual(named.toSorted())
  }
})

test('every example is valid input or output', () => {
  for (const { path, params, query, body, replies, meta } of served()) {
    for (const part of [params, body]) {
      const example = part && toExample(toJsonSchema(part, 'input'))
      expect([path, part?.safeParse(example).error?.issues]).toEqual([path, undefined])
    }
    for (const one of query ? queriesOf(query) : []) {
      expect([path, query?.safeParse(one).error?.issues]).toEqual([path, undefined])
    }
    for (const part of [...Object.values(replies), meta]) {
      const example = part && toExample(toJsonSchema(part, 'output'))
      expect([path, part?.safeParse(example).error?.issues]).toEqual([path, undefined])
    }
  }
})

/** The required query, and one more per optional parameter. */
function queriesOf(query: NonNullable<Endpoint['query']>): object[] {
  const { properties = {}, required = [] } = toJsonSchema(query, 'input')
  const needed = required.map((name) => [name, toExample(properties[name] ?? {}, name)])
  return Object.entries(properties).map(([name, schema]) =>
    Object.fromEntries([...needed, [name, toExample(schema, name)]]),
  )
}

test('every call declares its request and response headers', () => {
  for (const endpoint of served()) {
    const { parameters, responses } = operationOf(endpoint)
    const taken = parameters.filter((one) => one.in === 'header').map(({ name }) => name)
    const { method, access, events, is_repeatable } = endpoint
    const hasTag = method === 'GET' && access !== 'signed-in' && !events
    expect([endpoint.path, taken]).toEqual([
      endpoint.path,
      [
        ...(hasTag ? ['If-None-Match'] : []),
        ...(is_repeatable ? ['Idempotency-Key'] : []),
      ],
    ])
    for (const [status, { headers = {} }] of Object.entries(responses)) {
      const isLater = status === '429' || status === '503'
      const isRead = hasTag && (status === '200' || status === '304')
      const answered = isLater ? ['Retry-After'] : isRead ? ['ETag', 'Cache-Control'] : []
      expect([endpoint.path, status, Object.keys(headers)]).toEqual([
        endpoint.path,
        status,
        answered,
      ])
    }
  }
  expect(served().some(({ is_repeatable }) => is_repeatable)).toBe(true)
})

test('every refusal shows its code and sentence as they are sent', () => {
  const { responses } = operationOf(
    served().find(({ path }) => path === '/api/contract/list') as Endpoint,
  )
  const examples = responses['422']?.content?.['application/json']?.examples
  expect(examples?.validation_failed?.value).toMatchObject({
    error: { code: 'validation_failed', message: problems.validation_failed[1] },
  })
  expect(responses['429']?.headers).toHaveProperty('Retry-After')
})
