import { STATUS_CODES } from 'node:http'
import type { Endpoint } from '@platemark/api/endpoint'
import { type ProblemCode, problems } from '@platemark/api/problem'
import { problemBody } from '@platemark/api/problem-body'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod'
import type { Configuration } from '../../configuration/configuration.ts'
import { isSaving, isShed } from '../../http/route.ts'
import { docsPage } from './api-docs.ts'
import { areas, endpointName } from './openapi-areas.ts'
import { describeField, toExample } from './openapi-fields.ts'
import { hasTag, requestHeaders, responseHeaders, retryAfter } from './openapi-headers.ts'
import {
  type Document,
  type JsonSchema,
  type Operation,
  type Parameter,
  type Response,
  toJsonSchema,
} from './openapi-schema.ts'

/**
 * Serves the OpenAPI 3.1 document of all routes at `/api/openapi.json`, and as a page at
 * `/api/docs`. Call before the first route is added.
 */
export function addOpenapi(app: FastifyInstance, configuration: Configuration): void {
  const endpoints = new Set<Endpoint>()
  app.addHook('onRoute', ({ config }) => {
    if (config?.endpoint) endpoints.add(config.endpoint)
  })
  const written = once(() => describeApi([...endpoints], configuration))
  const text = once(() => JSON.stringify(written()))
  const page = once(() => docsPage(written()))
  app.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text()),
  )
  app.get('/api/docs', (_request, reply) => {
    const { html, policy } = page()
    return reply
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(html)
  })
}

/** Builds the OpenAPI 3.1 document of a list of endpoints. */
export function describeApi(
  endpoints: Endpoint[],
  { product_name, public_url }: Pick<Configuration, 'product_name' | 'public_url'>,
): Document {
  const paths: Document['paths'] = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${product_name} API`,
      version: '1',
      description:
        'A success is `{"data": …}`, lists also have `meta`. A failure is `{"error": {code, message, fields?, request_id}}`. Amounts are wei as decimal strings, times are ISO 8601 in UTC, addresses are EIP-55.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: public_url }],
    tags: areas.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The access token that POST /api/oauth/login returns.',
        },
      },
      schemas: { Problem: toJsonSchema(problemBody, 'output') },
    },
  }
}

function operation(endpoint: Endpoint): Operation {
  const { summary, access, params, query } = endpoint
  const token = { token: [] }
  const { id, area } = endpointName(endpoint)
  return {
    summary,
    operationId: id,
    tags: [area],
    security: access === 'public' ? [] : access === 'optional' ? [{}, token] : [token],
    parameters: [
      ...parametersOf(params, 'path'),
      ...parametersOf(query, 'query'),
      ...requestHeaders(endpoint),
    ],
    ...(endpoint.body_kind === 'binary' && { requestBody: bytesBody }),
    ...(endpoint.body && { requestBody: requestOf(endpoint, endpoint.body) }),
    responses: { ...successesOf(endpoint), ...failuresOf(endpoint) },
  }
}

const bytesBody: NonNullable<Operation['requestBody']> = {
  required: true,
  content: {
    'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
  },
}

function parametersOf(
  schema: z.core.$ZodType | undefined,
  place: 'path' | 'query',
): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, property]) => {
    const description = describeField(name)
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description && { description }),
      schema: property,
      example: toExample(property, name),
    }
  })
}

function requestOf(
  { body_kind, files = [], form_fields = [] }: Endpoint,
  body: z.core.$ZodType,
): NonNullable<Operation['requestBody']> {
  const schema = toJsonSchema(body, 'input')
  if (body_kind !== 'multipart') {
    const json = { schema, example: toExample(schema) }
    return { required: true, content: { 'application/json': json } }
  }
  const texts = form_fields.map((name) => [name, schema.properties?.[name] ?? {}])
  const parts = files.map((name) => [
    name,
    { type: 'string', format: 'binary', description: describeField(name) },
  ])
  const properties = { data: schema, ...Object.fromEntries([...texts, ...parts]) }
  const form = {
    schema: {
      type: 'object',
      properties,
      ...(form_fields.length === 0 && { required: ['data'] }),
    },
    example: { data: toExample(schema) },
    encoding: { data: { contentType: 'application/json' } },
  }
  return { required: true, content: { 'multipart/form-data': form } }
}

function successesOf(endpoint: Endpoint): Record<string, Response> {
  const { replies, meta, envelope, events, download } = endpoint
  const headers = responseHeaders(endpoint)
  if (events) return { 200: streamOf(events) }
  const found = Object.entries(replies).map(([status, reply]): [string, Response] => {
    const description = STATUS_CODES[status] ?? ''
    if (status === '204' || !reply) return [status, { description }]
    const data = toJsonSchema(reply, 'output')
    const schema = envelope === false ? data : enveloped(data, meta)
    const json = { schema, example: toExample(schema) }
    const file = download && { [download]: { schema: { type: 'string' } } }
    const content = { 'application/json': json, ...file }
    return [status, { description, headers, content }]
  })
  if (hasTag(endpoint)) {
    const description = 'Not Modified: If-None-Match names its ETag'
    found.push(['304', { description, headers }])
  }
  return Object.fromEntries(found)
}

/** Describes an event stream by the schema and an example of each event. */
function streamOf(events: Record<string, z.core.$ZodType>): Response {
  const variants = Object.entries(events).map(([event, data]) => ({
    type: 'object',
    properties: { event: { const: event }, data: toJsonSchema(data, 'output') },
    required: ['event', 'data'],
  }))
  const schema = { anyOf: variants }
  const lines = variants.map((variant) => {
    const { event, data } = toExample(variant) as { event: string; data: unknown }
    return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  })
  return {
    description: `${STATUS_CODES[200]}, an endless stream of server-sent events`,
    content: { 'text/event-stream': { schema, example: lines.join('') } },
  }
}

function enveloped(data: JsonSchema, meta: z.core.$ZodType | undefined): JsonSchema {
  return {
    type: 'object',
    properties: { data, ...(meta && { meta: toJsonSchema(meta, 'output') }) },
    required: meta ? ['data', 'meta'] : ['data'],
  }
}

/**
 * Describes the failures that every call shares, and those that the endpoint declares.
 */
function failuresOf(endpoint: Endpoint) {
  const { method, path, access, files, problems: own = [] } = endpoint
  const shared: ProblemCode[] = ['bad_request', 'validation_failed', 'internal']
  if (path.startsWith('/api/')) shared.push('too_many_requests')
  if (access !== 'public') shared.push('unauthenticated')
  // A body is parsed, and can be rejected, even where the endpoint takes none.
  if (method !== 'GET') shared.push('file_too_large', 'unsupported_media')
  shared.push('not_ready')
  if (isShed(endpoint)) shared.push('busy')
  if (isSaving(endpoint)) shared.push('read_only')
  if (files) shared.push('storage_unavailable')
  const codes = new Set<ProblemCode>([...shared, ...own])
  const byStatus = Map.groupBy(codes, (code) => problems[code][0])
  const inOrder = [...byStatus].sort(([one], [other]) => one - other)
  return Object.fromEntries(
    inOrder.map(([status, each]) => [String(status), failure(status, each)]),
  )
}

function failure(status: number, codes: ProblemCode[]): Response {
  const examples = codes.map((code) => [
    code,
    { summary: problems[code][1], value: problemExample(code) },
  ])
  const isLater = status === 429 || status === 503
  return {
    description: codes.join(', '),
    ...(isLater && { headers: { 'Retry-After': retryAfter } }),
    content: {
      'application/json': {
        // Safe: a reference stands for the schema it names.
        schema: { $ref: '#/components/schemas/Problem' } as JsonSchema,
        examples: Object.fromEntries(examples),
      },
    },
  }
}

function problemExample(code: ProblemCode) {
  return {
    error: {
      code,
      message: problems[code][1],
      ...(code === 'validation_failed' && {
        fields: { page: ['Pages are whole numbers from 1.'] },
      }),
      request_id: '0190a5d2-7c1e-4f3a-9b58-2f6d1c0e4a79',
    },
  }
}

/** Returns a function that calls `make` once and caches its result. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
