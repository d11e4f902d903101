import type { StudioEntry } from '@platemark/api/studio'
import { describe, expect, test } from 'vitest'
import { entryState, groupState } from './entry-state.ts'
import { sumRevenue } from './sum-revenue.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

const phase = (title: string, start: string, end: string, phase_id = 255) => ({
  ...{ phase_id, kind: 'public' as const, title, start, end },
  ...{ price_wei: '1', max_per_wallet: 1, max_supply: null },
})
const opened = phase('Public', '2026-11-19T00:00:00Z', '2026-12-01T17:00:00Z')

function entry(changes: object, phases = [opened]): StudioEntry {
  // Safe: the functions read these fields only.
  return {
    ...{ contract_id: 'one', deadline: null, block: null, revenue: null },
    ...{ updated_at: '2026-11-20T11:00:00Z', fields: { chain_alias: 'local', phases } },
    ...changes,
  } as StudioEntry
}

describe('the state of an entry', () => {
  test('has the time that belongs to it', () => {
    const deadline = '2026-11-20T12:15:00.000Z'
    const later = phase('Friends', '2026-11-21T18:00:00Z', '2026-11-22T18:00:00Z', 0)
    const cases: [StudioEntry, string, string | null][] = [
      [entry({ state: 'draft' }), 'Saved', '2026-11-20T11:00:00Z'],
      [entry({ state: 'deploying', deadline }), 'Can be mined until', deadline],
      [entry({ state: 'live' }), 'Public until', '2026-12-01T17:00:00.000Z'],
      [
        entry({ state: 'live' }, [
          phase('Friends', '2026-11-19T00:00:00Z', '2026-11-21T00:00:00Z', 0),
          opened,
        ]),
        'Public until',
        '2026-12-01T17:00:00.000Z',
      ],
      [entry({ state: 'upcoming' }, [later]), 'Friends from', '2026-11-21T18:00:00.000Z'],
      [entry({ state: 'upcoming' }, []), 'No upcoming phase', null],
      [
        entry({ state: 'live' }, [
          phase('Public', '2026-11-19T00:00:00Z', '2106-02-07T06:28:15Z'),
        ]),
        'Public, no end date',
        null,
      ],
      [entry({ state: 'ended' }, [later]), 'Since', '2026-11-22T18:00:00.000Z'],
      [
        entry({ state: 'live', block: { reason: 'x' } }),
        'By the operator of this site',
        null,
      ],
    ]
    for (const [one, line, at] of cases) {
      expect(entryState(one, now)).toEqual({ state: one.state, line, at })
    }
  })

  test('of a draft whose prepared deployment was not seen in time is failed', () => {
    const deadline = '2026-11-20T11:30:00Z'
    expect(entryState(entry({ state: 'draft', deadline }), now)).toMatchObject({
      ...{ state: 'failed', at: deadline },
    })
  })

  test('belongs to one part of the list', () => {
    const states = ['live', 'paused', 'draft', 'failed', 'upcoming', 'sold_out'] as const
    expect(states.map(groupState)).toEqual([
      ...['live', 'live', 'progress', 'progress', 'progress', 'closed'],
    ])
  })
})

describe('the revenue of several collections', () => {
  const coin = (symbol: string) => ({ name: symbol, symbol, decimals: 18 })
  // Safe: the function reads these fields only.
  const networks = [
    { alias: 'local', native_currency: coin('ETH') },
    { alias: 'other', native_currency: coin('ETH') },
    { alias: 'lens', native_currency: coin('GHO') },
  ] as Parameters<typeof sumRevenue>[1]
  const earned = (chain_alias: string, revenue_wei: string, revenue_usd: number | null) =>
    entry({ fields: { chain_alias }, revenue: { revenue_wei, revenue_usd } })

  test('is added up by currency, and in dollars to the cent', () => {
    const entries = [
      earned('local', '10000000000000000000', 0.1),
      earned('other', '1', 0.2),
      earned('lens', '3', 0.01),
      entry({ state: 'draft' }),
    ]
    const { amounts, usd } = sumRevenue(entries, networks)
    expect(amounts.map(({ wei, coin: { symbol } }) => [wei, symbol])).toEqual([
      [10_000_000_000_000_000_001n, 'ETH'],
      [3n, 'GHO'],
    ])
    expect(usd).toBe(0.31)
  })

  test('has no dollars where one rate is not known', () => {
    expect(sumRevenue([earned('local', '1', null)], networks).usd).toBeNull()
  })
})
