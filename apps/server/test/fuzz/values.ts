import { toExample } from '../../src/areas/instance/openapi-fields.ts'
import { type JsonSchema, withoutNull } from '../../src/areas/instance/openapi-schema.ts'
import { ada, bob } from '../server.ts'
import type { Prng } from './prng.ts'

/** Returns a value of a parameter that matches existing rows. */
export function queryValue(name: string, schema: JsonSchema, prng: Prng): string {
  const choices = knownTexts[name] ?? withoutNull(schema).enum
  return String(choices?.length ? prng.pick(choices) : toExample(schema, name))
}

const people = [
  ada.address,
  bob.address,
  ada.address.toLowerCase(),
  `0x${'7'.repeat(40)}`,
]

const knownTexts: Record<string, readonly string[]> = {
  address: people,
  creator: people,
  owner: people,
  chain: ['local', 'local-two', 'local,local-two'],
  page: ['1', '2', '3', '400'],
  search: [
    'tide',
    'TIDEW',
    'print',
    'fri',
    'ti',
    "' or 1=1; --",
    '100%',
    '\\_%',
    'ﬁ ﬂ',
    'مدّ',
  ],
}

/** Returns a value of a body field by its schema. */
export function bodyValue(name: string, schema: JsonSchema, prng: Prng): unknown {
  const solid = withoutNull(schema)
  if (solid !== schema && prng.chance(0.2)) return null
  if (solid.enum) return prng.pick(solid.enum)
  if (solid.type === 'boolean') return prng.chance(0.5)
  if (solid.type === 'integer' || solid.type === 'number') {
    const { minimum = 0, maximum = 1000 } = solid
    return prng.whole(Math.max(minimum, 0), Math.min(maximum, 1000))
  }
  if (solid.type === 'array') {
    const items = solid.items ?? {}
    return Array.from({ length: prng.whole(0, 2) }, () => bodyValue(name, items, prng))
  }
  if (solid.type === 'object') {
    const fields = Object.entries(solid.properties ?? {})
    return Object.fromEntries(fields.map(([one, of]) => [one, bodyValue(one, of, prng)]))
  }
  return prng.chance(0.4) && !solid.pattern ? prng.pick(words) : toExample(solid, name)
}

const words = [
  'Ebb',
  'Flood tide',
  'Ångström',
  '潮',
  "O'Brien",
  'a "quoted" one',
  '<b>bold</b>',
]
