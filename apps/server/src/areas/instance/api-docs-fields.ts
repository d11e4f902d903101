import { type JsonSchema, withoutNull } from './openapi-schema.ts'

/** Field of a body or a reply, with its path, for example `phases[].title`. */
export type Field = { path: string; type: string; isRequired: boolean; means: string }

/** Lists every field of an object, nested fields after their parent. */
export function listFields(schema: JsonSchema, inside = ''): Field[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${inside}${name}`
    const field = {
      path,
      type: describeType(property),
      isRequired: required.includes(name),
      means: property.description ?? '',
    }
    return [field, ...nestedOf(property, path)]
  })
}

function nestedOf(schema: JsonSchema, path: string): Field[] {
  const solid = withoutNull(schema)
  if (solid.items) return nestedOf(solid.items, `${path}[]`)
  return listFields(solid, `${path}.`)
}

/** Describes the type of a value. */
export function describeType(schema: JsonSchema): string {
  const solid = withoutNull(schema)
  if (solid !== schema) return `${describeType(solid)} or null`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(String).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(describeType).join(' or ')
  if (schema.items) return `list of ${describeType(schema.items)}`
  if (schema.format === 'date-time') return 'time'
  if (schema.format === 'binary') return 'file'
  return words[String(schema.type)] ?? 'anything'
}

const words: Record<string, string> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
}
