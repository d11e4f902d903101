import { describe, expect, test } from 'vitest'
import { text } from './fields.ts'

const line = text(1, 60)
const lines = text(0, 2000, { lines: true })

/** Parses a text; returns the stored form, or the sentence that refuses it. */
function read(value: string, field = line): string {
  const result = field.safeParse(value)
  return result.success ? result.data : (result.error.issues[0]?.message ?? '')
}

/** Texts whose joiners, selectors and tags change what is shown. */
const meaningful: [kind: string, text: string][] = [
  ['a profession', '👩\u200d🎨'],
  ['a profession with a skin tone', '👩🏽\u200d🎨 Ada'],
  ['a family', '👨\u200d👩\u200d👧\u200d👦'],
  ['a couple with two skin tones', '🧑🏻\u200d❤\ufe0f\u200d💋\u200d🧑🏿'],
  ['a rainbow flag', '🏳\ufe0f\u200d🌈'],
  ['a transgender flag', '🏳\ufe0f\u200d⚧\ufe0f'],
  ['a pirate flag', '🏴\u200d☠\ufe0f'],
  ['a direction', '🏃🏾\u200d♀\ufe0f\u200d➡\ufe0f'],
  ['an eye in a speech bubble', '👁\ufe0f\u200d🗨\ufe0f'],
  ['a flag of a country', '🇮🇷🇱🇰'],
  ['the flag of England', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['keycaps', '1\ufe0f\u20e3 #\ufe0f\u20e3'],
  ['both presentations', '☎\ufe0e ☎\ufe0f'],
  ['an emoji newer than this program', 'A \u{1fc20} plate'],
  ['Persian', 'می\u200cخواهم'],
  ['a Persian plural of a Latin word', 'NFT\u200cها'],
  ['a Persian number', '۵\u200cگانه'],
  ['a Persian abbreviation', '۱۴۰۲ ه\u200d.ش'],
  ['Sinhala', 'ශ්\u200dරී ලංකා'],
  ['Sinhala with touching letters', 'ක\u200d්ෂ'],
  ['Hindi with a half letter', 'क्\u200dष'],
  ['Hindi without a ligature', 'क्\u200cष'],
  ['Marathi', 'दर्\u200dया'],
  ['Bengali', 'র\u200d্যাব'],
  ['Malayalam', 'അവന്\u200d'],
  ['Kannada', 'ರಾಜ್\u200cಕುಮಾರ್'],
  ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ\u180bᠡ'],
  ['Khmer with word boundaries', 'ខ្មែរ\u200bអក្សរ'],
  ['a Japanese name with a variant', '葛\u{e0100}城'],
  ['Arabic with marks', 'مُحَمَّد'],
  ['Hebrew with points', 'שָׁלוֹם'],
  ['Thai', 'ภาษาไทย'],
  ['Korean', '플레이트'],
]

describe('text keeps what changes its look or meaning', () => {
  test.each(meaningful)('%s', (_, written) => {
    expect(read(written)).toBe(written.normalize('NFC'))
    expect(read(`Low ${written} Sun`, lines)).toBe(`Low ${written} Sun`.normalize('NFC'))
  })
})

describe('text drops marks that show nothing where they stand', () => {
  test.each([
    ['direction marks', 'A\u200ed\u200fa\u061c', 'Ada'],
    ['a soft hyphen and a word joiner', 'plate\u00admark\u2060s', 'platemarks'],
    ['a selector behind a letter', 'pay\ufe0fpal', 'paypal'],
    ['a joiner twice', 'می\u200c\u200cخواهم', 'می\u200cخواهم'],
    ['a joiner before a blank', 'کتاب\u200c ها', 'کتاب ها'],
    ['line separators in a name', 'Low\u2028Sun', 'Low Sun'],
  ])('%s', (_, written, stored) => {
    expect(read(written)).toBe(stored)
  })

  test('and has one kind of line end', () => {
    expect(read('a\r\nb\rc\u2028d\u2029e\x85f', lines)).toBe('a\nb\nc\nd\ne\nf')
  })
})

describe('text refuses a character with its name and place', () => {
  test.each([
    ['pay\u200dpal', 'U+200D ZERO WIDTH JOINER at character 3'],
    ['pay\u200cpal', 'U+200C ZERO WIDTH NON-JOINER at character 3'],
    ['👩\u200d', 'U+200D ZERO WIDTH JOINER at character 1'],
    ['👩\u200dx', 'U+200D ZERO WIDTH JOINER at character 1'],
    ['1\u200d2', 'U+200D ZERO WIDTH JOINER at character 1'],
    ['👩\u200d🎨 a\u202eb', 'U+202E RIGHT-TO-LEFT OVERRIDE at character 4'],
    ['  a\u202ab', 'U+202A LEFT-TO-RIGHT EMBEDDING at character 4'],
    ['a\u2066b', 'U+2066 LEFT-TO-RIGHT ISOLATE at character 2'],
    ['a\u2069b', 'U+2069 POP DIRECTIONAL ISOLATE at character 2'],
    ['a\0b', 'U+0000 NULL at character 2'],
    ['a\tb', 'U+0009 TAB at character 2'],
    ['a\nb', 'U+000A LINE FEED at character 2'],
    ['a\x1bb', 'U+001B control character at character 2'],
    ['a\u200bb', 'U+200B ZERO WIDTH SPACE at character 2'],
    ['a\ufeffb', 'U+FEFF BYTE ORDER MARK at character 2'],
    ['a\u3164b', 'U+3164 HANGUL FILLER at character 2'],
    ['a\u115f', 'U+115F HANGUL CHOSEONG FILLER at character 2'],
    ['a\uffa0b', 'U+FFA0 HALFWIDTH HANGUL FILLER at character 2'],
    ['a\ue000b', 'U+E000 private-use character at character 2'],
    ['a\uffffb', 'U+FFFF unassigned character at character 2'],
    ['a\u{e0067}b', 'U+E0067 TAG at character 1'],
    ['🏴\u{e0067}', 'U+E0067 TAG at character 1'],
    ['a\ud800b', 'U+D800 half of a character at character 2'],
    ['a\ufff9b', 'U+FFF9 invisible character at character 2'],
    ['a\u2062b', 'U+2062 INVISIBLE TIMES at character 2'],
    ['é\u202e', 'U+202E RIGHT-TO-LEFT OVERRIDE at character 2'],
    ['e\u0301\u202e', 'U+202E RIGHT-TO-LEFT OVERRIDE at character 2'],
  ])('%j', (written, place) => {
    expect(read(written)).toBe(
      `${place} is not allowed. Delete it, or type that part again.`,
    )
  })

  test('and with its line where there are several', () => {
    expect(read('One\r\nTwo \u202e', lines)).toBe(
      'U+202E RIGHT-TO-LEFT OVERRIDE at character 5 of line 2 is not allowed. Delete it, or type that part again.',
    )
  })
})

test('text is counted in code points after that', () => {
  expect(read('👩\u200d🎨'.repeat(20))).toBe('👩\u200d🎨'.repeat(20))
  expect(read(`${'👩\u200d🎨'.repeat(20)}a`)).toBe('At most 60 characters.')
  expect(read(`${'a'.repeat(60)}\u200e`)).toBe('a'.repeat(60))
  expect(read(' \u200e ')).toBe('Enter at least one character.')
})

test('text that was stored is accepted unchanged', () => {
  const pieces = meaningful.flatMap(([, written]) => [...written])
  const marks = ['\u200c', '\u200d', '\u200e', '\ufe0f', 'a', 'e', '\u0301', ' ', '🎨']
  let seed = 7
  const pick = (values: string[]) => {
    seed = (seed * 48_271) % 2_147_483_647
    return values[seed % values.length] ?? ''
  }
  let stored = 0
  for (let round = 0; round < 4000; round++) {
    const written = Array.from({ length: 6 }, () =>
      pick(round % 2 ? pieces : marks),
    ).join('')
    const result = lines.safeParse(written)
    if (!result.success) continue
    stored++
    expect([written, read(result.data, lines)]).toEqual([written, result.data])
  }
  expect(stored).toBeGreaterThan(500)
})
