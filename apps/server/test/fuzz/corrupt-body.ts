import type { Way } from './corrupt-transport.ts'
import { oddNames, oddText, oddValue } from './edge-values.ts'
import type { Things } from './fixtures.ts'
import type { Dice } from './prng.ts'
import type { FormPart } from './request.ts'

export const field: Way = (parts, things, dice) => {
  if (typeof parts.body !== 'object' || parts.body === null) return
  parts.body = changed(parts.body, things, dice)
}

/** The same with one value inside of it replaced, taken out or added. */
function changed(value: object, things: Things, dice: Dice): unknown {
  const keys = Object.keys(value)
  const key = keys.length > 0 && dice.chance(0.8) ? dice.pick(keys) : dice.pick(oddNames)
  const inside: unknown = Reflect.get(value, key)
  const isDeeper = typeof inside === 'object' && inside !== null && dice.chance(0.6)
  const replacement = isDeeper ? changed(inside, things, dice) : oddValue(things, dice)
  if (Array.isArray(value)) {
    if (dice.chance(0.2)) return Array.from({ length: 300 }, () => inside)
    return value.map((one, place) => (String(place) === key ? replacement : one))
  }
  const entries = Object.entries(value).filter(([name]) => name !== key)
  if (dice.chance(0.15)) return Object.fromEntries(entries)
  return Object.fromEntries([...entries, [key, replacement]])
}

export const whole: Way = (parts, _things, dice) => {
  const text = JSON.stringify(parts.body)
  parts.body = dice.pick([
    '',
    '{"half',
    'null',
    '5',
    '"text"',
    '[]',
    `[${text}]`,
    `\ufeff${text}`,
    `${text}${text}`,
    text.replace(/\}$/, ',"__proto__":{"role":"admin"}}'),
    text.replace(/\}$/, ',"constructor":{"prototype":{"role":"admin"}}}'),
    text.replace(/\}$/, ',"x":1e400}'),
    text.replace(/\}$/, ',"x":NaN}'),
    text.replace(/\}$/, `,"x":"${'long '.repeat(8000)}"}`),
    text.replace(/\}$/, `,"x":${'['.repeat(200)}${']'.repeat(200)}}`),
    '{"a":"\\ud800"}',
    '\0',
  ])
}

export const form: Way = (parts, things, dice) => {
  const own = parts.form ?? []
  const extra: FormPart[] = [
    {
      name: 'data',
      content: dice.pick(['', '{"half', '[]', 'null', '{"__proto__":1}', '{}']),
    },
    {
      name: dice.pick(['image', 'cover', 'avatar', 'other']),
      content: things.picture,
      file: '../a.png',
    },
    { name: 'image', content: things.picture.subarray(0, 50), file: 'a.png' },
    { name: 'avatar', content: 'no picture at all', file: 'a.svg' },
    { name: 'avatar', content: '', file: '' },
    { name: 'remove', content: dice.pick(['', '0', '1']) },
    { name: dice.pick(oddNames).replaceAll('\0', ''), content: oddText(things, dice) },
    { name: 'data', content: 'x'.repeat(40_000) },
  ]
  const replaced = own.filter(() => dice.chance(0.6))
  parts.form = [
    ...(dice.chance(0.5) ? own : replaced),
    ...(dice.chance(0.8) ? [dice.pick(extra)] : []),
  ]
  if (dice.chance(0.2)) {
    parts.headers['content-type'] = 'multipart/form-data; boundary=other'
  }
}
