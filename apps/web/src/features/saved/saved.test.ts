import { expect, test } from 'vitest'
import type { SavedEntry } from '../../lib/saved/saved-list.ts'
import { createGate } from './queries.ts'
import { mergeShown } from './shown-entries.ts'

function toEntry(place: number): SavedEntry {
  const address = `0x${String(place).padStart(40, '0')}`
  return { kind: 'collection', chainId: 1, address, name: null, savedAt: place }
}

test('what was removed stays in its place on the page, and new entries come first', () => {
  const [one, two, three] = [toEntry(1), toEntry(2), toEntry(3)]
  const shown = mergeShown([], [two, one])
  expect(shown).toEqual([two, one])
  expect(mergeShown(shown, [one])).toBe(shown)
  expect(mergeShown(shown, [{ ...two, savedAt: 9 }, one])).toBe(shown)
  expect(mergeShown(shown, [three, one])).toEqual([three, two, one])
})

test('calls run four at a time, and a failed one leaves its place to the next', async () => {
  const inTurn = createGate(4)
  let running = 0
  let most = 0
  const results = await Promise.allSettled(
    Array.from({ length: 11 }, (_, place) =>
      inTurn(async () => {
        running += 1
        most = Math.max(most, running)
        await Promise.resolve()
        running -= 1
        if (place % 3 === 0) throw new Error('offline')
        return place
      }),
    ),
  )
  expect(most).toBe(4)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
})
