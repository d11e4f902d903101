import { exampleOf } from '../../src/areas/instance/openapi-fields.ts'
import { type JsonSchema, withoutNull } from '../../src/areas/instance/openapi-schema.ts'
import { ada, bob } from '../server.ts'
import type { Dice } from './prng.ts'

/** A value of a parameter that means something to the rows that there are. */
export function queryValue(name: string, schema: JsonSchema, dice: Dice): string {
  const choices = knownTexts[name] ?? withoutNull(schema).enum
  return String(choices?.length ? dice.pick(choices) : exampleOf(schema, name))
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

/** A value of a field of a body, as its schema has it. */
export function bodyValue(name: string, schema: JsonSchema, dice: Dice): unknown {
  const solid = withoutNull(schema)
  if (solid !== schema && dice.chance(0.2)) return null
  if (solid.enum) return dice.pick(solid.enum)
  if (solid.type === 'boolean') return dice.chance(0.5)
  if (solid.type === 'integer' || solid.type === 'number') {
    const { minimum = 0, maximum = 1000 } = solid
    return dice.whole(Math.max(minimum, 0), Math.min(maximum, 1000))
  }
  if (solid.type === 'array') {
    const items = solid.items ?? {}
    return Array.from({ length: dice.whole(0, 2) }, () => bodyValue(name, items, dice))
  }
  if (solid.type === 'object') {
    const fields = Object.entries(solid.properties ?? {})
    return Object.fromEntries(fields.map(([one, of]) => [one, bodyValue(one, of, dice)]))
  }
  return dice.chance(0.4) && !solid.pattern ? dice.pick(words) : exampleOf(solid, name)
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
