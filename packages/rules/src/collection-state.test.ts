import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  activePhase,
  type CollectionFacts,
  type CountedPhase,
  collectionState,
  NEVER_ENDS,
  nextChangeAt,
  shownPhase,
} from './collection-state.ts'

const phase = (changes: Partial<CountedPhase> = {}): CountedPhase => ({
  phaseId: 255,
  start: 1000,
  end: 2000,
  priceWei: 10n,
  maxSupply: null,
  minted: 0,
  ...changes,
})

const facts = (changes: Partial<CollectionFacts> = {}): CollectionFacts => ({
  isPaused: false,
  minted: 0,
  maxSupply: 10,
  phases: [phase()],
  ...changes,
})

describe('the state of a collection', () => {
  test('is live from the first second of a phase until before its end', () => {
    expect(collectionState(facts(), 999)).toBe('upcoming')
    expect(collectionState(facts(), 1000)).toBe('live')
    expect(collectionState(facts(), 1999)).toBe('live')
    expect(collectionState(facts(), 2000)).toBe('ended')
  })

  test('is upcoming between two phases and without any', () => {
    const later = phase({ phaseId: 1, start: 3000, end: 4000 })
    expect(collectionState(facts({ phases: [phase(), later] }), 2500)).toBe('upcoming')
    expect(collectionState(facts({ phases: [] }), 2500)).toBe('upcoming')
  })

  test('is paused only while there is something to resume', () => {
    expect(collectionState(facts({ isPaused: true }), 1500)).toBe('paused')
    expect(collectionState(facts({ isPaused: true }), 500)).toBe('paused')
    expect(collectionState(facts({ isPaused: true }), 2000)).toBe('ended')
    expect(collectionState(facts({ isPaused: true, minted: 10 }), 1500)).toBe('sold_out')
  })

  test('is unreadable whatever else is stored, and no time changes that', () => {
    const soldOut = facts({ isUnreadable: true, minted: 10, isPaused: true })
    expect(collectionState(soldOut, 1500)).toBe('unreadable')
    expect(collectionState(facts({ isUnreadable: true }), 3000)).toBe('unreadable')
    expect(nextChangeAt(facts({ isUnreadable: true }), 500)).toBeNull()
  })

  test('is sold out when the cap is reached, even before the end', () => {
    expect(collectionState(facts({ minted: 10 }), 1500)).toBe('sold_out')
    expect(collectionState(facts({ minted: 10, maxSupply: null }), 1500)).toBe('live')
  })

  test('is sold out when the only open phase is full and none follows', () => {
    const full = phase({ maxSupply: 3, minted: 3 })
    const later = phase({ phaseId: 1, start: 3000, end: 4000 })
    expect(collectionState(facts({ phases: [full] }), 1500)).toBe('sold_out')
    expect(collectionState(facts({ phases: [full, later] }), 1500)).toBe('upcoming')
  })
})

describe('the next change', () => {
  test('is the next start or end, never the end of time', () => {
    expect(nextChangeAt(facts(), 999)).toBe(1000)
    expect(nextChangeAt(facts(), 1000)).toBe(2000)
    expect(nextChangeAt(facts(), 2000)).toBeNull()
    const open = facts({ phases: [phase({ end: NEVER_ENDS })] })
    expect(nextChangeAt(open, 1500)).toBeNull()
  })

  test('never comes for a collection that is sold out', () => {
    expect(nextChangeAt(facts({ minted: 10 }), 1500)).toBeNull()
  })

  test('is the first instant at which the state differs, over random schedules', () => {
    const schedule = fc.array(
      fc.record({
        start: fc.integer({ min: 1, max: 60 }),
        length: fc.integer({ min: 1, max: 30 }),
        priceWei: fc.bigInt({ min: 0n, max: 3n }),
      }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(schedule, fc.integer({ min: 0, max: 100 }), (windows, now) => {
        const phases = windows.map(({ start, length, priceWei }, phaseId) =>
          phase({ phaseId, start, end: start + length, priceWei }),
        )
        const at = nextChangeAt(facts({ phases }), now) ?? 200
        const before = collectionState(facts({ phases }), now)
        for (let second = now; second < at; second += 1) {
          expect(collectionState(facts({ phases }), second)).toBe(before)
          expect(activePhase(phases, second)).toEqual(activePhase(phases, now))
        }
      }),
    )
  })
})

describe('the phase that counts', () => {
  test('is the cheapest open one, then the one that ends first', () => {
    const dear = phase({ phaseId: 1, priceWei: 20n })
    const longer = phase({ phaseId: 2, end: 3000 })
    const closed = phase({ phaseId: 3, priceWei: 0n, end: 1500 })
    const phases = [dear, longer, phase(), closed]
    expect(activePhase(phases, 1500)?.phaseId).toBe(255)
    expect(activePhase(phases, 1499)?.phaseId).toBe(3)
    expect(activePhase(phases, 3000)).toBeUndefined()
  })

  test('is shown as the open one, else the next, else the last', () => {
    const first = phase({ phaseId: 1, start: 0, end: 500 })
    const last = phase({ phaseId: 2, start: 3000, end: 4000 })
    expect(shownPhase([first, last], 100)?.phaseId).toBe(1)
    expect(shownPhase([first, last], 600)?.phaseId).toBe(2)
    expect(shownPhase([last, first], 4000)?.phaseId).toBe(2)
    expect(shownPhase([], 4000)).toBeUndefined()
  })
})
