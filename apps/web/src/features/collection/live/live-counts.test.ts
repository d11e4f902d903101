import type { Collection } from '@platemark/api/collections'
import type { LiveCounts } from '@platemark/api/live'
import { expect, test } from 'vitest'
import { applyLiveCounts, hasNewTerms, hasTransfers, isOfTokens } from './live-counts.ts'

const counts: LiveCounts = {
  chain_alias: 'local',
  contract_address: '0x00000000000000000000000000000000000000AA',
  minted: 4,
  max_supply: 5,
  holders: 2,
  unique_minters: 2,
  volume_wei: '4',
  phases: [{ phase_id: 255, minted: 4 }],
  is_paused: false,
  status: 'confirmed',
  last_change: { kind: 'created', block_number: '7', log_index: 1 },
  updated_at: '2026-11-20T12:00:00.000Z',
}

// Safe: these are the fields that counts and states are made of.
const collection = {
  name: 'Low Sun',
  minted: 0,
  max_supply: 5,
  is_paused: false,
  state: 'live',
  phases: [
    {
      phase_id: 255,
      title: 'Public',
      start: '2026-11-20T12:00:00Z',
      end: '2026-11-21T12:00:00Z',
      price_wei: '1',
      max_per_wallet: 5,
      max_supply: null,
      minted: 0,
    },
  ],
} as unknown as Collection

const during = Date.parse('2026-11-20T13:00:00Z') / 1000

test('live counts replace those of the page, phase by phase', () => {
  const next = applyLiveCounts(collection, counts, during)
  expect(next).toMatchObject({
    name: 'Low Sun',
    minted: 4,
    holders: 2,
    state: 'live',
    phases: [{ title: 'Public', minted: 4 }],
  })
  expect(collection.minted).toBe(0)
})

test('the state follows from counts, pause and time', () => {
  const stateOf = (changes: Partial<LiveCounts>, now = during) =>
    applyLiveCounts(collection, { ...counts, ...changes }, now).state
  expect(stateOf({ minted: 5 })).toBe('sold_out')
  expect(stateOf({ is_paused: true })).toBe('paused')
  expect(stateOf({}, during - 86_400)).toBe('upcoming')
  expect(stateOf({}, during + 86_400)).toBe('ended')
})

test("an owner's change requires new terms, a mint only new lists", () => {
  const later = { kind: 'pause_changed', block_number: '8', log_index: 0 } as const
  expect(hasNewTerms(counts, { ...counts, last_change: later })).toBe(true)
  expect(hasNewTerms(counts, { ...counts, updated_at: '2026-11-20T12:01:00.000Z' })).toBe(
    true,
  )
  expect(hasNewTerms(counts, { ...counts, minted: 5 })).toBe(false)
  expect(hasTransfers(counts, { ...counts, minted: 5 })).toBe(true)
  expect(hasTransfers(counts, { ...counts, holders: 3 })).toBe(true)
  expect(hasTransfers(counts, counts)).toBe(false)
})

test('a mint makes lists of its collection old, and what accounts hold and did', () => {
  const names = { chain_alias: 'base', contract_address: '0xAb' }
  const old = [
    '/api/contract/base/0xAb/tokens?order=newest',
    '/api/tokens?owner=0x12',
    '/api/collector/0x12',
    '/api/collector/0x12/activity',
  ]
  const others = [
    '/api/contract/base/0xAb',
    '/api/contract/base/0xCd/holders',
    '/api/config',
  ]
  expect([...old, ...others].filter((url) => isOfTokens(url, names))).toEqual(old)
})
