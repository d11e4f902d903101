import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  activePhases,
  type CollectionFacts,
  type CountedPhase,
  collectionState,
  NEVER_ENDS,
  nextChangeAt,
  offerAt,
  openPhase,
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
          expect(activePhases(phases, second)).toEqual(activePhases(phases, now))
        }
      }),
    )
  })
})

describe('the phases open to a wallet', () => {
  test('are in the order of price, then of their ends', () => {
    const dear = phase({ phaseId: 1, priceWei: 20n })
    const longer = phase({ phaseId: 2, end: 3000 })
    const closed = phase({ phaseId: 3, priceWei: 0n, end: 1500 })
    const phases = [dear, longer, phase(), closed]
    const ids = (now: number) => activePhases(phases, now).map(({ phaseId }) => phaseId)
    expect(ids(1499)).toEqual([3, 255, 2, 1])
    expect(ids(1500)).toEqual([255, 2, 1])
    expect(ids(3000)).toEqual([])
  })
})

describe('the phase whose price is shown', () => {
  const at = (
    now: number,
    phases: CountedPhase[],
    changes: Partial<CollectionFacts> = {},
  ) => shownPhase(facts({ phases, ...changes }), now)?.phaseId
  const list = (changes: Partial<CountedPhase> = {}) =>
    phase({ phaseId: 0, priceWei: 1n, ...changes })
  const full = { maxSupply: 3, minted: 3 }

  test('is the live public one, also beside a cheaper or free list', () => {
    for (const priceWei of [0n, 1n, 10n, 20n]) {
      expect(at(1500, [list({ priceWei }), phase()])).toBe(255)
      expect(openPhase([list({ priceWei }), phase()], 1500)?.phaseId).toBe(255)
    }
    expect(at(1500, [list(), phase()], { isPaused: true })).toBe(255)
    expect(at(1500, [list(), phase({ priceWei: 0n })], { maxSupply: null })).toBe(255)
  })

  test('is the cheapest live list that has tokens left while no public one has', () => {
    const dear = list({ phaseId: 1, priceWei: 5n })
    expect(at(1500, [dear, list()])).toBe(0)
    expect(at(1500, [dear, list(full)])).toBe(1)
    expect(at(1500, [dear, phase(full)])).toBe(1)
    expect(at(1500, [dear, phase({ start: 1800 })])).toBe(1)
    expect(openPhase([dear, phase(full)], 1500)?.phaseId).toBe(1)
    expect(openPhase([list(full), phase(full)], 1500)?.phaseId).toBe(255)
  })

  test('is the public one that opens next, else the next list', () => {
    const soon = list({ start: 1100 })
    expect(at(500, [soon, phase({ start: 1800 })])).toBe(255)
    expect(at(500, [list({ start: 1200, phaseId: 1 }), soon])).toBe(0)
    expect(at(1500, [list(full), phase({ start: 1800 })])).toBe(255)
    expect(at(1500, [phase(full), list({ start: 1800 })])).toBe(0)
    expect(openPhase([soon], 500)).toBeUndefined()
  })

  test('is the last public one of a sale that is over, else the last list', () => {
    expect(at(9000, [list({ end: 8000 }), phase()])).toBe(255)
    expect(at(1500, [list(), phase({ start: 1800 })], { minted: 10 })).toBe(255)
    expect(at(1500, [list(full), phase({ end: 1200 })])).toBe(255)
    expect(at(9000, [list({ end: 8000 }), list({ phaseId: 1 })])).toBe(0)
    expect(at(9000, [])).toBeUndefined()
  })

  test('is marked where only the wallets of a list pay its price', () => {
    const both = [list(), phase()]
    const offered = (phases: CountedPhase[]) => offerAt(facts({ phases }), 1500)
    expect(offered(both)).toMatchObject({ priceWei: 10n, isAllowlistOnly: false })
    expect(offered([list()])).toMatchObject({ priceWei: 1n, isAllowlistOnly: true })
    expect(offered([])).toMatchObject({ priceWei: null, isAllowlistOnly: false })
  })
})
