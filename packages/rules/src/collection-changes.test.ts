import { describe, expect, test } from 'vitest'
import {
  comparePayees,
  type PublicTerms,
  timeCapChange,
  timeListChange,
  timePhaseChange,
} from './collection-changes.ts'

const now = 1_000
const terms: PublicTerms = {
  ...{ priceWei: 10n, start: 500, end: 2_000, walletLimit: 5, supplyCap: 0 },
}
const timed = (changes: Partial<PublicTerms>, current = terms, noticeSeconds = 60) =>
  timePhaseChange(current, { ...current, ...changes }, { noticeSeconds, now })

describe('a change of the public phase', () => {
  test.each<[string, Partial<PublicTerms>]>([
    ['a lower price', { priceWei: 9n }],
    ['a later end', { end: 3_000 }],
    ['a higher limit', { walletLimit: 6 }],
    ['an earlier start', { start: 0 }],
  ])('counts at once for %s', (_, changes) => {
    expect(timed(changes)).toEqual({ kind: 'at_once', reason: 'better' })
  })

  test.each<[string, Partial<PublicTerms>, string[]]>([
    ['a higher price', { priceWei: 11n }, ['price']],
    ['a start in the future', { start: now + 1 }, ['start']],
    ['an earlier end', { end: 1_999 }, ['end']],
    [
      'a lower limit and a first cap',
      { walletLimit: 4, supplyCap: 9 },
      ['walletLimit', 'supplyCap'],
    ],
    ['a lower price with an earlier end', { priceWei: 1n, end: 1_500 }, ['end']],
  ])('waits for the notice with %s', (_, changes, worse) => {
    expect(timed(changes)).toEqual({ kind: 'after_notice', worse })
  })

  test('may raise the share of the phase or end it at once, and not lower it', () => {
    const capped = { ...terms, supplyCap: 10 }
    expect(timed({ supplyCap: 11 }, capped).kind).toBe('at_once')
    expect(timed({ supplyCap: 0 }, capped).kind).toBe('at_once')
    expect(timed({ supplyCap: 9 }, capped).kind).toBe('after_notice')
  })

  test('waits for nothing without a notice, and outside of [start, end)', () => {
    expect(timed({ priceWei: 11n }, terms, 0)).toEqual({
      ...{ kind: 'at_once', reason: 'no_notice' },
    })
    for (const closed of [
      { ...terms, start: now + 1 },
      { ...terms, end: now },
    ])
      expect(timed({ priceWei: 11n }, closed)).toMatchObject({ reason: 'not_live' })
    const justOpen = { ...terms, start: now }
    expect(timed({ priceWei: 11n }, justOpen).kind).toBe('after_notice')
    expect(timed({})).toEqual({ kind: 'unchanged' })
  })
})

test('a lower cap waits for the notice where anyone may be minting', () => {
  expect(timeCapChange(true, 60).kind).toBe('after_notice')
  expect(timeCapChange(false, 60)).toEqual({ kind: 'at_once', reason: 'not_live' })
  expect(timeCapChange(true, 0)).toEqual({ kind: 'at_once', reason: 'no_notice' })
})

test('payees are compared by account, whatever the letter case', () => {
  const before = [
    { account: '0xAA', bps: 8_000 },
    { account: '0xbb', bps: 2_000 },
  ]
  const after = [
    { account: '0xaa', bps: 9_000 },
    { account: '0xcc', bps: 1_000 },
  ]
  expect(comparePayees(before, after)).toEqual([
    { account: '0xaa', before: 8_000, after: 9_000 },
    { account: '0xcc', before: null, after: 1_000 },
    { account: '0xbb', before: 2_000, after: null },
  ])
})

test('other terms of a list count at once if they are better, else after the list and its notice', () => {
  const timedList = (changes: Partial<PublicTerms>, hasOpened = true) =>
    timeListChange(terms, { ...terms, ...changes }, { noticeSeconds: 60, now, hasOpened })
  expect(timedList({})).toEqual({ kind: 'unchanged' })
  expect(timedList({ priceWei: 9n, end: 3_000 })).toEqual({ kind: 'at_once' })
  expect(timedList({ priceWei: 11n })).toEqual({
    ...{ kind: 'after_removal', worse: ['price'], noticeSeconds: 60 },
  })
  expect(timedList({ walletLimit: 4 }, false)).toMatchObject({ noticeSeconds: 0 })
  const later = { ...terms, start: now + 50 }
  const moment = { noticeSeconds: 60, now, hasOpened: false }
  expect(timeListChange(later, { ...later, start: now + 40 }, moment)).toEqual({
    kind: 'at_once',
  })
})
