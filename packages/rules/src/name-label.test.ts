import { expect, test } from 'vitest'
import { isLabel, labelToTokenId, readLabel, tokenIdToLabel } from './name-label.ts'

const read = (input: string) => {
  const { name, refused } = readLabel(input, 'plate.test')
  return [name, refused?.reason ?? null]
}

test.each([
  ['lantern', 'lantern'],
  ['Lantern', 'lantern'],
  ['LANTERN', 'lantern'],
  ['\uff4cantern', 'lantern'],
  // A zero-width space is no part of a name, so that the page shows what is registered.
  ['lan\u200btern', 'lantern'],
  ['lantern.plate.test', 'lantern'],
  ['Lantern.Plate.Test', 'lantern'],
  ['a-b', 'a-b'],
  ['abc--d', 'abc--d'],
  ['1antern', '1antern'],
  ['abcdefghijklmnopqrstuvwxyz01234', 'abcdefghijklmnopqrstuvwxyz01234'],
])('%j is the name %s', (input, name) => {
  expect(read(input)).toEqual([name, null])
})

test.each([
  ['', '', 'empty'],
  ['.plate.test', null, 'has_dot'],
  ['plate.test', 'plate.test', 'has_dot'],
  ['my.lantern', 'my.lantern', 'has_dot'],
  ['lantern.eth', 'lantern.eth', 'has_dot'],
  ['my lantern.eth', null, 'has_dot'],
  ['ab', 'ab', 'too_short'],
  ['abcdefghijklmnopqrstuvwxyz012345', 'abcdefghijklmnopqrstuvwxyz012345', 'too_long'],
  ['-lantern', '-lantern', 'edge_hyphen'],
  ['lantern-', 'lantern-', 'edge_hyphen'],
  ['ab--cd', null, 'double_hyphen'],
  ['xn--lantern', null, 'double_hyphen'],
  ['0xlantern', '0xlantern', 'looks_like_address'],
  ['0Xabc', '0xabc', 'looks_like_address'],
  ['l\u0430ntern', null, 'mixed_scripts'],
  ['\u0440\u0430\u0443\u0440\u0430', null, 'mixed_scripts'],
  ['lantern\u00e9', 'lantern\u00e9', 'bad_character'],
  ['my lantern', null, 'bad_character'],
  ['a_b', null, 'bad_character'],
  ['_lantern', '_lantern', 'bad_character'],
  ['\u{1f600}lantern', '\u{1f600}lantern', 'bad_character'],
])('%j has the normal form %j and is refused: %s', (input, name, reason) => {
  expect(read(input)).toEqual([name, reason])
})

test('a refused character is shown, or named where it shows nothing; five at most', () => {
  const refusal = (input: string) => readLabel(input, 'plate.test').refused?.message
  const rest = 'cannot be in a name. Only letters a-z, digits and hyphens can be used.'
  expect(refusal('a_b')).toBe(`“_” ${rest}`)
  expect(refusal('a_b c')).toBe(`“_” and a space ${rest}`)
  expect(refusal('my lantern')).toBe(`A space ${rest}`)
  expect(refusal('lan\u202etern')).toBe(`U+202E RIGHT-TO-LEFT OVERRIDE ${rest}`)
  expect(refusal('lan\u3164tern')).toBe(`U+3164 HANGUL FILLER ${rest}`)
  expect(refusal('lan_\u0e31')).toBe(`“_” and “\u25cc\u0e31” ${rest}`)
  expect(refusal('a!b"c#d$e%f&g')).toBe(`“!”, “"”, “#”, “$” and “%” ${rest}`)
})

test('the id of a label is the label, and leads back to it', () => {
  expect(labelToTokenId('abc')).toBe(BigInt(`0x616263${'00'.repeat(29)}`))
  for (const label of ['abc', 'lantern', 'a-b', 'abcdefghijklmnopqrstuvwxyz01234'])
    expect(tokenIdToLabel(labelToTokenId(label))).toBe(label)
  expect(() => labelToTokenId('Lantern')).toThrow('label cannot be registered')
})

test('an id that is no label has none', () => {
  for (const id of [0n, 1n, -1n, 1n << 256n, (1n << 256n) - 1n])
    expect(tokenIdToLabel(id)).toBeNull()
  // A byte behind the end, and a zero in the middle.
  expect(tokenIdToLabel(labelToTokenId('abc') + 1n)).toBeNull()
  expect(tokenIdToLabel(BigInt(`0x61006263${'00'.repeat(28)}`))).toBeNull()
})

test('a label is one only in normal form', () => {
  expect(isLabel('lantern')).toBe(true)
  expect(isLabel('Lantern')).toBe(false)
})
