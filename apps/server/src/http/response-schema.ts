import type { Endpoint } from '@platemark/api/endpoint'
import * as z from 'zod'

/**
 * Input of a response: `Date` and `bigint` are accepted where the API contract has a
 * string.
 */
export type Serializable<T> = T extends string
  ? string extends T
    ? T | Date | bigint
    : T
  : T extends readonly (infer Item)[]
    ? readonly Serializable<Item>[]
    : T extends object
      ? { [K in keyof T]: Serializable<T[K]> }
      : T

type JsonSchema = { [key: string]: unknown }

/**
 * Returns the schemas that Fastify compiles into serializers, by status. They drop
 * undeclared fields but check no enum or pattern, so tests parse every reply.
 */
export function responseSchemas(endpoint: Endpoint): Record<number, unknown> {
  const known = converted.get(endpoint)
  if (known) return { ...known }
  const schemas: Record<number, unknown> = {}
  for (const [status, schema] of Object.entries(endpoint.replies)) {
    if (status !== '204' && schema) schemas[Number(status)] = enveloped(endpoint, schema)
  }
  converted.set(endpoint, schemas)
  return { ...schemas }
}

/** Schemas of endpoints, which never change: a process that builds several apps shares them. */
const converted = new WeakMap<Endpoint, Record<number, unknown>>()

function enveloped(endpoint: Endpoint, reply: z.core.$ZodType): unknown {
  const data = forSerializer(jsonSchema(reply))
  if (endpoint.envelope === false) return data
  const meta = endpoint.meta && forSerializer(jsonSchema(endpoint.meta))
  return {
    type: 'object',
    properties: { data, ...(meta !== undefined && { meta }) },
    required: meta === undefined ? ['data'] : ['data', 'meta'],
  }
}

function jsonSchema(schema: z.core.$ZodType): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
  })
  return rest
}

/** Keywords that the serializer ignores or rejects. */
const unread = [
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'propertyNames',
]

/**
 * Converts a nullable union to `nullable`, which the serializer compiles well, unlike
 * `anyOf` with null.
 */
function forSerializer(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forSerializer)
  if (!isObject(schema)) return schema
  const kept = Object.fromEntries(
    Object.entries(schema).filter(([key]) => !unread.includes(key)),
  )
  const { anyOf, ...rest } = kept
  if (Array.isArray(anyOf) && anyOf.length === 2) {
    const [one, none] = [anyOf.find((each) => !isNull(each)), anyOf.find(isNull)]
    const inner = forSerializer(one)
    if (none && isObject(inner)) return { ...rest, ...inner, nullable: true }
  }
  return Object.fromEntries(
    Object.entries(kept).map(([key, value]) => [
      key,
      key === 'properties' && isObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([name, each]) => [name, forSerializer(each)]),
          )
        : forSerializer(value),
    ]),
  )
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isNull(schema: unknown): boolean {
  return isObject(schema) && schema.type === 'null'
}
