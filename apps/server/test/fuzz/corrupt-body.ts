import { edgeNames, edgeText, edgeValue } from './edge-values.ts'
import type { Corruption, Fixtures } from './fixtures.ts'
import type { Prng } from './prng.ts'
import type { FormPart } from './request.ts'

export const field: Corruption = (parts, fixtures, prng) => {
  if (typeof parts.body !== 'object' || parts.body === null) return
  parts.body = changed(parts.body, fixtures, prng)
}

/** Returns the value with one nested value replaced, removed or added. */
function changed(value: object, fixtures: Fixtures, prng: Prng): unknown {
  const keys = Object.keys(value)
  const key = keys.length > 0 && prng.chance(0.8) ? prng.pick(keys) : prng.pick(edgeNames)
  const inside: unknown = Reflect.get(value, key)
  const isDeeper = typeof inside === 'object' && inside !== null && prng.chance(0.6)
  const replacement = isDeeper
    ? changed(inside, fixtures, prng)
    : edgeValue(fixtures, prng)
  if (Array.isArray(value)) {
    if (prng.chance(0.2)) return Array.from({ length: 300 }, () => inside)
    return value.map((one, place) => (String(place) === key ? replacement : one))
  }
  const entries = Object.entries(value).filter(([name]) => name !== key)
  if (prng.chance(0.15)) return Object.fromEntries(entries)
  return Object.fromEntries([...entries, [key, replacement]])
}

export const whole: Corruption = (parts, _fixtures, prng) => {
  const text = JSON.stringify(parts.body)
  parts.body = prng.pick([
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

export const form: Corruption = (parts, fixtures, prng) => {
  const own = parts.form ?? []
  const extra: FormPart[] = [
    {
      name: 'data',
      content: prng.pick(['', '{"half', '[]', 'null', '{"__proto__":1}', '{}']),
    },
    {
      name: prng.pick(['image', 'cover', 'avatar', 'other']),
      content: fixtures.picture,
      file: '../a.png',
    },
    { name: 'image', content: fixtures.picture.subarray(0, 50), file: 'a.png' },
    { name: 'avatar', content: 'no picture at all', file: 'a.svg' },
    { name: 'avatar', content: '', file: '' },
    { name: 'remove', content: prng.pick(['', '0', '1']) },
    {
      name: prng.pick(edgeNames).replaceAll('\0', ''),
      content: edgeText(fixtures, prng),
    },
    { name: 'data', content: 'x'.repeat(40_000) },
  ]
  const replaced = own.filter(() => prng.chance(0.6))
  parts.form = [
    ...(prng.chance(0.5) ? own : replaced),
    ...(prng.chance(0.8) ? [prng.pick(extra)] : []),
  ]
  if (prng.chance(0.2)) {
    parts.headers['content-type'] = 'multipart/form-data; boundary=other'
  }
}
