import { finishSlices } from '@platemark/rules/slices'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJsonList } from './parse-json-list.ts'

test('a list is parsed as JSON.parse does, and any other text not at all', () => {
  const text = fc
    .tuple(fc.jsonValue(), fc.constantFrom(0, 2), fc.boolean())
    .map(([value, indent, isList]) =>
      JSON.stringify(isList ? [value, [value]] : value, null, indent),
    )
  const spoiled = fc
    .tuple(text, fc.nat(), fc.constantFrom('', ',', ']', '[', '"', '}', '{', '[]', '1'))
    .map(([whole, at, inserted]) => {
      const place = at % (whole.length + 1)
      return whole.slice(0, place) + inserted + whole.slice(place)
    })
  fc.assert(
    fc.property(fc.oneof(text, spoiled), (written) => {
      const list = finishSlices(parseJsonList(written))?.map(({ value }) => value)
      expect(list).toEqual(parseList(written))
    }),
    { numRuns: 1000 },
  )
})

function parseList(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
