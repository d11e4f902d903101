import type { StudioStats } from '@platemark/api/stats'
import { afterEach, expect, test, vi } from 'vitest'
import { chooseRange, toSeries } from './series.ts'

afterEach(() => vi.unstubAllEnvs())

const now = Date.parse('2026-11-20T12:30:00Z')
const madeAt = Date.parse('2026-11-01T17:00:00Z')
const sold = {
  minted: 0,
  new_minters: 0,
  minters: 0,
  volume_wei: '0',
  lowest_price_wei: null,
  highest_price_wei: null,
}

function stats(
  interval: 'hour' | 'day',
  buckets: { start: string; mints: [phase: number, minted: number, wei: string][] }[],
): StudioStats {
  const sum = (amounts: string[]) =>
    String(amounts.reduce((all, one) => all + BigInt(one), 0n))
  const made = buckets.map(({ start, mints }) => ({
    ...sold,
    start,
    revenue_wei: sum(mints.map(([, , wei]) => wei)),
    phases: mints.map(([phase_id, minted, wei]) => ({
      ...{ phase_id, minted, volume_wei: wei, revenue_wei: wei },
    })),
  }))
  const revenue_wei = sum(made.map((bucket) => bucket.revenue_wei))
  const none = { minted: 0, volume_wei: '0', revenue_wei: '0' }
  return {
    ...{ interval, from: '', to: '', currency: 'ETH', block_number: '1' },
    total: { ...sold, revenue_wei },
    buckets: made,
    since_start: {
      ...none,
      // 100 wei came before the range.
      revenue_wei: String(BigInt(revenue_wei) + 100n),
      revenue_usd: null,
      airdropped: 0,
      unique_minters: 0,
      phases: [
        { ...none, phase_id: 0, title: 'Friends' },
        { ...none, phase_id: 255, title: null },
      ],
      referred: { minted: 0, volume_wei: '0', earned_wei: '0' },
      referrers: [],
    },
    holders: { count: 0, distribution: [], largest: [] },
  }
}

function hours(first: string, count: number, mints: [number, number, string][]) {
  return Array.from({ length: count }, (_, hour) => ({
    start: new Date(Date.parse(first) + hour * 3_600_000).toISOString(),
    mints: hour === 0 || hour === count - 1 ? mints : [],
  }))
}

test('hours add up to days of the viewer, over a change of the clock too', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  // The clock goes back on 25 October: that day has 25 hours.
  const read = stats('hour', hours('2026-10-23T22:00:00Z', 72, [[0, 2, '7']]))
  const { rows, phases, unit, isUtc } = toSeries(read, new Map([[255, 'Public']]))
  expect(phases.map(({ title }) => title)).toEqual(['Friends', 'Public'])
  expect([unit, isUtc]).toEqual(['day', false])
  expect(rows).toEqual([
    {
      ...{ start: Date.parse('2026-10-23T22:00:00Z'), counts: [2, 0] },
      ...{ revenueWei: 7n, sumWei: 107n },
    },
    {
      ...{ start: Date.parse('2026-10-24T22:00:00Z'), counts: [0, 0] },
      ...{ revenueWei: 0n, sumWei: 107n },
    },
    {
      ...{ start: Date.parse('2026-10-25T23:00:00Z'), counts: [2, 0] },
      ...{ revenueWei: 7n, sumWei: 114n },
    },
  ])
})

test('the first two days are rows by hour, with every phase of the hour', () => {
  const mints: [number, number, string][] = [
    [0, 1, '5'],
    [255, 3, '9'],
  ]
  const { rows, unit } = toSeries(
    stats('hour', hours('2026-11-20T10:00:00Z', 3, mints)),
    new Map(),
  )
  expect(unit).toBe('hour')
  expect(rows.map(({ counts, sumWei }) => [counts, sumWei])).toEqual([
    [[1, 3], 114n],
    [[0, 0], 114n],
    [[1, 3], 128n],
  ])
})

test('hours are read while they are few and fit the zone of the viewer, days otherwise', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  expect(chooseRange('all', madeAt, now)).toEqual({ interval: 'hour' })
  expect(chooseRange('week', madeAt, now)).toEqual({
    interval: 'hour',
    from: '2026-11-13T23:00:00.000Z',
  })
  const lastYear = Date.parse('2025-11-01T17:00:00Z')
  expect(chooseRange('all', lastYear, now)).toEqual({ interval: 'day' })
  // Made within the week: nothing is before it.
  expect(chooseRange('week', now - 86_400_000, now)).toEqual({ interval: 'hour' })
  vi.stubEnv('TZ', 'Asia/Kolkata')
  expect(chooseRange('week', madeAt, now)).toEqual({
    interval: 'day',
    from: '2026-11-14T00:00:00.000Z',
  })
})
