import { STATUS_CODES } from 'node:http'
import type { Endpoint } from '@platemark/wire/endpoint'
import { type ProblemCode, problemBody, problems } from '@platemark/wire/problem'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Configuration } from '../../platform/configuration.ts'

/**
 * Serves `/api/openapi.json`: OpenAPI 3.1, written from the endpoint values that are
 * served. Call before the first route is added.
 */
export function addOpenapi(app: FastifyInstance, configuration: Configuration): void {
  const endpoints = new Set<Endpoint>()
  app.addHook('onRoute', ({ config }) => {
    if (config?.endpoint) endpoints.add(config.endpoint)
  })
  let document: unknown
  app.get('/api/openapi.json', () => {
    document ??= describe([...endpoints], configuration)
    return document
  })
}

/** The OpenAPI 3.1 document of a list of endpoints. */
export function describe(
  endpoints: Endpoint[],
  { product_name, public_url }: Pick<Configuration, 'product_name' | 'public_url'>,
): unknown {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${product_name} API`, version: '1' },
    servers: [{ url: public_url }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: schemaOf(problemBody, 'output') },
    },
  }
}

function operation(endpoint: Endpoint): unknown {
  const { summary, access, params, query } = endpoint
  const token = { token: [] }
  return {
    summary,
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replaceAll(/[^a-z0-9]+/gi, '_')}`,
    security: access === 'public' ? [] : access === 'optional' ? [{}, token] : [token],
    parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
    ...(endpoint.body && { requestBody: requestOf(endpoint) }),
    responses: { ...successesOf(endpoint), ...failuresOf(endpoint) },
  }
}

function parametersOf(schema: z.core.$ZodType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function requestOf({ body, body_kind, files = [], form_fields = [] }: Endpoint) {
  const schema = body && schemaOf(body, 'input')
  if (body_kind !== 'multipart') {
    return { required: true, content: { 'application/json': { schema } } }
  }
  const parts = files.map((name) => [name, { type: 'string', format: 'binary' }])
  const texts = form_fields.map((name) => [name, schema?.properties?.[name]])
  const properties = { data: schema, ...Object.fromEntries([...texts, ...parts]) }
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties,
          ...(form_fields.length === 0 && { required: ['data'] }),
        },
        encoding: { data: { contentType: 'application/json' } },
      },
    },
  }
}

function successesOf(endpoint: Endpoint) {
  const { replies, meta, envelope } = endpoint
  return Object.fromEntries(
    Object.entries(replies).map(([status, reply]) => {
      const description = STATUS_CODES[status] ?? ''
      if (status === '204' || !reply) return [status, { description }]
      const data = schemaOf(reply, 'output')
      const schema =
        envelope === false
          ? data
          : {
              type: 'object',
              properties: { data, ...(meta && { meta: schemaOf(meta, 'output') }) },
              required: meta ? ['data', 'meta'] : ['data'],
            }
      return [status, { description, content: { 'application/json': { schema } } }]
    }),
  )
}

/** Failures every call shares, and those that the endpoint names. */
function failuresOf({ access, body, problems: own = [] }: Endpoint) {
  const shared: ProblemCode[] = ['bad_request', 'validation_failed', 'internal']
  if (access !== 'public') shared.push('unauthenticated')
  if (body) shared.push('file_too_large', 'unsupported_media')
  const byStatus = Map.groupBy([...shared, ...own], (code) => problems[code][0])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: [...new Set(codes)].join(', '),
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    ]),
  )
}

type JsonSchema = { properties?: Record<string, unknown>; required?: string[] }

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  // Safe: parameters and bodies of the wire are objects, and only these two keys are read.
  return rest as JsonSchema
}
