import { trendingRules } from '@platemark/rules/trending'
import { expect, test } from 'vitest'
import { feePercents } from './fees.tsx'
import { formatIndexLag } from './format-index-lag.ts'
import { computeScore } from './score.ts'

test('the examples of the trending score follow from its formula', () => {
  expect(computeScore({ people: 40, mints: 40, volume: 0 })).toBeCloseTo(51.99, 2)
  expect(computeScore({ people: 12, mints: 20, volume: 61 })).toBeCloseTo(46.08, 2)
  expect(computeScore({ people: 2, mints: 1000, volume: 400 })).toBeNull()
})

test('going from 10 to 20 people helps as much as from 100 to about 190', () => {
  const of = (people: number) => computeScore({ people, mints: 0, volume: 0 }) ?? 0
  expect(of(20) - of(10)).toBeCloseTo(of(192) - of(100), 1)
})

test('the oldest mints that count have a quarter of the weight, as the page states', () => {
  const { windowHours, halfLifeHours } = trendingRules
  expect(0.5 ** (windowHours / halfLifeHours)).toBe(0.25)
})

test('the fee shares equal those that the contracts pay', () => {
  const sharesOf = (priceWei: bigint) =>
    feePercents(priceWei).map(({ who, percent }) => `${who} ${percent}`)
  expect(sharesOf(1n)).toEqual(['Platform 80', 'Referrer 20'])
  expect(sharesOf(0n)).toEqual(['Creator 50', 'Platform 30', 'Referrer 20'])
})

test('formats the index lag of a network', () => {
  const contracts = { factory: '0x', payouts: '0x' }
  const format = (behind_seconds: number | null) =>
    formatIndexLag({ behind_seconds, contracts })
  expect([0, 59, 60, 119, 7199, 7200, 3_600_000].map(format)).toEqual([
    'up to date',
    'up to date',
    '1 minute behind',
    '1 minute behind',
    '119 minutes behind',
    '2 hours behind',
    '1,000 hours behind',
  ])
  expect(format(null)).toBe('not read yet')
  expect(formatIndexLag({ behind_seconds: 0, contracts: null })).toBe('not followed')
})
