import type { ChangedTerms } from '@platemark/api/collection-reads'
import { describe, expect, test } from 'vitest'
import { type Change, describeChange } from './change-messages.ts'

const coin = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const when = (instant: string) => `<${instant}>`

function describeOne(
  kind: Change['kind'],
  before: ChangedTerms | null,
  after: ChangedTerms,
  applicable_at: string | null = null,
): string {
  const sentence = describeChange({ kind, before, after, applicable_at }, { coin, when })
  return sentence.replaceAll('\u00a0', ' ')
}

type PublicPhase = NonNullable<ChangedTerms['public_phase']>

const phase: PublicPhase = {
  start: '2026-11-21T16:00:00Z',
  end: '2026-11-28T16:00:00Z',
  price_wei: '2000000000000000',
  max_per_wallet: 3,
  max_supply: null,
}
const ada = '0x1111111111111111111111111111111111111111'
const bob = '0x2222222222222222222222222222222222222222'

describe('the creation', () => {
  test('names the cap, or its absence', () => {
    expect(describeOne('created', null, { max_supply: 1500 })).toBe(
      'Collection created for up to 1,500 items.',
    )
    expect(describeOne('created', null, { max_supply: 1 })).toBe(
      'Collection created for up to 1 item.',
    )
    expect(describeOne('created', null, { max_supply: null })).toBe(
      'Collection created without a cap.',
    )
  })
})

describe('a change of the public phase', () => {
  const changed = (next: Partial<PublicPhase>) =>
    describeOne(
      'public_phase_changed',
      { public_phase: phase },
      { public_phase: { ...phase, ...next } },
    )

  test('names the price before and after, and the direction', () => {
    expect(changed({ price_wei: '1500000000000000' })).toBe(
      'Public price lowered from 0.002 ETH to 0.0015 ETH.',
    )
    expect(changed({ price_wei: '3000000000000000' })).toBe(
      'Public price raised from 0.002 ETH to 0.003 ETH.',
    )
    expect(changed({ price_wei: '0' })).toBe(
      'Public price lowered from 0.002 ETH to free.',
    )
  })

  test('names times, limit and share, each in a sentence', () => {
    expect(
      changed({
        start: '2026-11-20T16:00:00Z',
        end: '2106-02-07T06:28:15Z',
        max_per_wallet: 65_535,
        max_supply: 100,
      }),
    ).toBe(
      'Public phase opens <2026-11-20T16:00:00Z> instead of <2026-11-21T16:00:00Z>. ' +
        'Public phase extended past <2026-11-28T16:00:00Z>. ' +
        'Wallet limit raised from 3 to no limit. ' +
        'Supply of the public phase lowered from the remaining supply to 100.',
    )
  })

  test('states when nothing changed, was added or was removed', () => {
    expect(changed({})).toBe('Public phase set again, unchanged.')
    const after = { public_phase: phase }
    expect(describeOne('public_phase_changed', { public_phase: null }, after)).toBe(
      'Public phase added: 0.002 ETH, from <2026-11-21T16:00:00Z>.',
    )
    expect(describeOne('public_phase_changed', null, after)).toBe(
      'Public phase set: 0.002 ETH, from <2026-11-21T16:00:00Z>.',
    )
    expect(describeOne('public_phase_changed', after, { public_phase: null })).toBe(
      'Public phase removed.',
    )
  })

  test('states when an announced change takes effect', () => {
    const after = { public_phase: { ...phase, price_wei: '0' } }
    const at = '2026-11-22T00:00:00Z'
    expect(
      describeOne('public_phase_scheduled', { public_phase: phase }, after, at),
    ).toBe(
      'Announced for <2026-11-22T00:00:00Z>: public price lowered from 0.002 ETH to free.',
    )
  })
})

test.each<[Change['kind'], ChangedTerms | null, ChangedTerms, string]>([
  ['list_added', null, {}, 'Allowlist published.'],
  ['list_added', { list: null }, {}, 'Allowlist published.'],
  [
    'cap_lowered',
    { max_supply: 600 },
    { max_supply: 500 },
    'Supply lowered from 600 to 500.',
  ],
  ['cap_lowered', { max_supply: null }, { max_supply: 500 }, 'Supply capped at 500.'],
  ['cap_lowered', null, { max_supply: 500 }, 'Supply set to 500.'],
  ['cap_frozen', null, { max_supply: 500 }, 'Supply permanently fixed at 500.'],
  ['cap_frozen', null, { max_supply: null }, 'Supply permanently uncapped.'],
  ['pause_changed', null, { is_paused: true }, 'Minting paused.'],
  ['pause_changed', null, { is_paused: false }, 'Minting resumed.'],
  ['revealed', null, {}, 'Images and traits revealed.'],
  ['metadata_moved', null, {}, 'Images and traits moved to another address.'],
  ['metadata_frozen', null, {}, 'Address of images and traits permanently frozen.'],
  [
    'metadata_frozen',
    null,
    { manifest_hash: `0x${'00'.repeat(32)}` },
    'Address of images and traits permanently frozen.',
  ],
  [
    'metadata_frozen',
    null,
    { manifest_hash: `0x12ab${'00'.repeat(28)}cd34` },
    'Images and traits permanently fixed by hash 0x12ab…cd34.',
  ],
  [
    'royalty_changed',
    { royalty_bps: 750 },
    { royalty_bps: 500 },
    'Royalty lowered from 7.5% to 5%.',
  ],
  [
    'owner_offered',
    { pending_owner: null },
    { pending_owner: bob },
    'Ownership offered to 0x2222…2222.',
  ],
  [
    'owner_offered',
    { pending_owner: bob },
    { pending_owner: null },
    'Ownership offer withdrawn.',
  ],
  [
    'owner_changed',
    { owner: ada },
    { owner: bob },
    'Owner changed from 0x1111…1111 to 0x2222…2222.',
  ],
  [
    'payees_changed',
    { payees: [] },
    {
      payees: [
        { address: ada, bps: 6000 },
        { address: bob, bps: 4000 },
      ],
    },
    'Income goes to 0x1111…1111 (60%) and 0x2222…2222 (40%) instead of the creator alone.',
  ],
  ['payees_changed', null, { payees: [] }, 'Income goes to the creator alone.'],
])('describes %s from %j to %j', (kind, before, after, sentence) => {
  expect(describeOne(kind, before, after)).toBe(sentence)
})

test('a withdrawn list names the end of its validity', () => {
  const list = { root: `0x${'1'.repeat(64)}`, content_hash: null }
  const until = '2026-11-22T00:00:00Z'
  expect(describeOne('list_removed', null, { list: { ...list, until } })).toBe(
    'Allowlist removed, valid until <2026-11-22T00:00:00Z>.',
  )
  const before = { list: { ...list, until: null } }
  expect(describeOne('list_added', before, { list: { ...list, until: null } })).toBe(
    'Allowlist published again.',
  )
})
