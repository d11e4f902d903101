import * as z from 'zod'

/** Part of JSON Schema that the API contract's schemas use. */
export type JsonSchema = {
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  pattern?: string
  format?: string
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}

/** Parts of an OpenAPI document that this server writes. */
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
  example: unknown
}

type Media = {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, { summary: string; value: unknown }>
}

export type Response = {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, Media>
}

export type Operation = {
  summary: string
  operationId: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, Response>
}

export type Document = {
  openapi: string
  info: { title: string; version: string; description: string; license: object }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: object
}

/** Converts a schema of the API contract to JSON Schema, for requests or responses. */
export function toJsonSchema(
  schema: z.core.$ZodType,
  io: 'input' | 'output',
): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  // Safe: the schemas of the API contract use no other words than these.
  return rest as JsonSchema
}

/** Returns the schema without its null variant, or the same schema if it has none. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null')
    return { ...schema, type: types[0] ?? 'null' }
  }
  const solid = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  const [only] = solid
  return only && solid.length === 1 && schema.anyOf?.length === 2 ? only : schema
}
