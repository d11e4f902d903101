import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finishSlices, mapSlices, sortSlices } from './slices.ts'

test('items are sorted in slices as toSorted sorts them, equal ones in their order', () => {
  const item = fc.record({ key: fc.nat(20), at: fc.nat() })
  const compare = (one: { key: number }, other: { key: number }) => one.key - other.key
  fc.assert(
    fc.property(fc.array(item, { maxLength: 600, size: 'max' }), (items) => {
      const before = [...items]
      expect(finishSlices(sortSlices(items, compare))).toEqual(items.toSorted(compare))
      expect(items).toEqual(before)
    }),
    { numRuns: 30 },
  )
})

test('10,000 items are mapped in 100 slices', () => {
  const slices = mapSlices(Array(10_000).keys(), (at) => at * 2)
  let count = 0
  for (let step = slices.next(); ; step = slices.next()) {
    if (step.done) {
      expect(step.value).toEqual(Array.from({ length: 10_000 }, (_, at) => at * 2))
      break
    }
    count += 1
  }
  expect(count).toBe(100)
})
