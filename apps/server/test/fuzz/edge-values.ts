import type { Fixtures } from './fixtures.ts'
import type { Prng } from './prng.ts'

/** Returns a random text, sometimes a meaningful one. */
export function edgeText(fixtures: Fixtures, prng: Prng): string {
  if (prng.chance(0.15))
    return prng.pick([...fixtures.collections, fixtures.draft, 'local', 'newest'])
  return prng.pick(oddTexts)
}

/** Returns a random JSON value. */
export function edgeValue(fixtures: Fixtures, prng: Prng): unknown {
  if (prng.chance(0.6)) return edgeText(fixtures, prng)
  if (prng.chance(0.1)) return '\ud800'
  return prng.pick(oddValues)
}

/** Texts that often break programs. */
const oddTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e9',
  '1000000000',
  '9999999999',
  '9'.repeat(77),
  '9'.repeat(90),
  'NaN',
  'null',
  'undefined',
  'true',
  '[object Object]',
  "'",
  '"',
  "' or 1=1; --",
  "'; drop table users; --",
  '\\%_',
  '%',
  '$1',
  '$&',
  '{{7*7}}',
  '"><script>alert(1)</script>',
  '\r\nset-cookie: a=b',
  '\n',
  '\t',
  '\0',
  'pla\0tes',
  '\u202eevil',
  '\u200b',
  '\ufeff',
  'e\u0301\u{1f5bc}'.repeat(20),
  'İıſK',
  '../../../../etc/passwd',
  '..%2f..%2f',
  'C:\\windows',
  'file:///etc/passwd',
  'http://169.254.169.254/',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '0x',
  `0x${'0'.repeat(40)}`,
  `0x${'f'.repeat(40)}`,
  `0x${'F'.repeat(64)}`,
  '00000000-0000-0000-0000-000000000000',
  '2026-02-31T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '0001-01-01T00:00:00Z',
  'a'.repeat(65),
  'a'.repeat(199),
  'a'.repeat(3000),
] as const

/** Too long for any field, though not for a line of HTTP. */
export const tenKilobytes = 'long '.repeat(2048)

/** JSON values other than text. */
const oddValues = [
  null,
  true,
  false,
  -1,
  0,
  1.5,
  256,
  65_536,
  1e308,
  2 ** 53,
  -(2 ** 63),
  [],
  {},
  [[]],
  [null],
  { length: -1 },
  { toString: 1 },
] as const

/** Names of fields and parameters, known and unknown. */
export const edgeNames = [
  'page',
  'cursor',
  'chain',
  'sort_by',
  'search',
  'creator',
  'owner',
  'address',
  'id',
  'role',
  'theme',
  'utm_source',
  'page[]',
  'a.b',
  '__proto__',
  'constructor',
  'prototype',
  '__proto__[role]',
  '\0',
  '',
  ' ',
] as const
