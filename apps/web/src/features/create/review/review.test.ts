import { formatAmount } from '@platemark/rules/amounts'
import { sortTerms } from '@platemark/rules/draft-terms'
import { expect, test } from 'vitest'
import { blankDraft } from '../editor/blank-draft.ts'
import { listRemarks } from './lint.ts'
import { groupMissing } from './missing.ts'
import { readOpening } from './opening.ts'
import { whyFrozen } from './why-frozen.ts'

const blank = blankDraft('local')
const phase = {
  phase_id: 255,
  kind: 'public' as const,
  title: 'Public',
  start: '2026-12-07T17:00:00Z',
  end: '2026-12-13T17:00:00Z',
  price_wei: '4000000000000000',
  max_per_wallet: 5,
  max_supply: null,
}
const friends = { ...phase, phase_id: 0, kind: 'allowlist' as const, title: 'Friends' }
const fields = {
  ...blank.fields,
  ...{ name: 'Paper Moons', symbol: 'MOONS', alias: 'paper-moons', max_supply: 1200 },
  phases: [friends, phase],
}
const names = {
  network: 'Abstract',
  amount: (wei: bigint) => formatAmount(wei, { symbol: 'ETH' }).replace('\u00a0', ' '),
}
const fee = 120_000n * 10n ** 9n

test('a royalty split is for ever', () => {
  const split = {
    ...fields,
    royalty_ceiling_bps: 500,
    royalty_receiver: 'split',
  } as const
  expect(sortTerms(split, fee, names).forEver).toContain(
    'Royalties go to a contract that splits them among its payees. Neither can ever change.',
  )
})

test('a mint fee that could not be read is not called 0', () => {
  const { forEver } = sortTerms(fields, undefined, names)
  expect(forEver).toContain('Mint fee: not read yet, fixed at creation.')
})

test('terms are sorted by whether the contract lets them change', () => {
  const terms = {
    ...fields,
    royalty_bps: 500,
    royalty_ceiling_bps: 1000,
    notice_seconds: 86_400,
  }
  expect(sortTerms(terms, fee, names)).toEqual({
    forEver: [
      'Network Abstract.',
      'Name Paper Moons, symbol MOONS.',
      'Drop, ERC-721.',
      'Transfers: always allowed.',
      'Mint fee: 0.00012 ETH per item, fixed at creation.',
      'Royalty: never more than 10%.',
      'Royalties go to the owner.',
      'Notice of 24 hours for worse terms.',
    ],
    stricter: [
      'Supply: max 1,200. The creator can lower it, never raise it.',
      'Supply can be frozen.',
      'Pictures and texts of the items can be permanently frozen.',
    ],
    changeable: [
      'Phases and lists. A live phase can only get better for minters immediately. Worse terms wait 24 hours.',
      'The owner can pause minting immediately, also during a live phase.',
      'Royalty, 5% now, up to its ceiling.',
      'Payees, after 24 hours.',
      'Page texts, pictures and links.',
      'The owner: the contract can be handed over.',
    ],
  })
})

test('without notice, cap and royalty the terms name no bound that does not exist', () => {
  const none = { royalty_bps: 0, royalty_ceiling_bps: 0, max_supply: null }
  const open = { ...fields, ...none, kind: 'open_edition' as const }
  const { forEver, stricter, changeable } = sortTerms(open, fee, names)
  expect(forEver).toContain('Royalty: no royalties, permanently.')
  expect(forEver).toContain('No notice for changes.')
  expect(stricter[0]).toBe('No cap so far. The creator can still set one.')
  expect(changeable).toContain('Payees, at once.')
  expect(changeable.join()).not.toContain('ceiling')
})

test('remarks name what a creator may not have meant, and nothing of a usual draft', () => {
  const draft = { ...blank, fields, image: { url: '', small_url: '', medium_url: '' } }
  const known = {
    now: Date.parse('2026-12-01T00:00Z') / 1000,
    network: 'Abstract',
  }
  // Safe: the picture of a draft has more fields, which no remark reads.
  const usual = draft as unknown as typeof blank
  expect(listRemarks(usual, known)).toEqual([])
  const odd = {
    ...blank,
    fields: {
      ...fields,
      alias: null,
      phases: [{ ...friends, price_wei: '0', max_supply: 300 }],
    },
    lists: [{ phase_id: 0, entries: 398, root: null, url: null }],
  } as unknown as typeof blank
  const late = {
    ...known,
    now: Date.parse('2026-12-08T00:00Z') / 1000,
  }
  expect(
    listRemarks(odd, late).map(({ step, sentence }) => `${step}: ${sentence}`),
  ).toEqual([
    'art: The collection has no image. A generated plate is shown instead, also on marketplaces. Its pattern is made from the address of the contract. The published plate differs from the preview.',
    "details: The page has no address of its own. It will be at the contract's address on Abstract.",
    'schedule: There is no public phase. Only wallets on a list can mint.',
    'schedule: Minting in the Friends phase is free. Minters only pay the fees.',
    'schedule: The Friends phase opens right after deployment, because its start is in the past.',
    'schedule: The Friends phase has 398 wallets for 300 items. First come, first served.',
  ])
  const ofSet = { ...blank, fields: { ...fields, art: 'set' } } as unknown as typeof blank
  expect(listRemarks(ofSet, known).at(-1)?.sentence).toContain(
    'Its items show their works.',
  )
  // No wallet is on a list while there is no phase.
  const empty = { ...usual, fields: { ...fields, phases: [] } }
  expect(listRemarks(empty, known)).toEqual([])
  const never = { ...usual, fields: { ...fields, royalty_ceiling_bps: 0 } }
  expect(listRemarks(never, known)).toEqual([
    {
      step: 'supply',
      sentence: 'The highest royalty is 0%. This collection can never have royalties.',
    },
  ])
})

test('a draft cannot be edited from its preparation on, here or on another device', () => {
  const none = {
    ...{ attempt: null, prepared: null, fault: null, created: null },
    isUnanswered: false,
  }
  const collection = '0x00000000000000000000000000000000000000a1'
  expect(whyFrozen(none, undefined)).toBeUndefined()
  expect(whyFrozen(none, { state: 'open' })).toBeUndefined()
  expect(whyFrozen(none, { state: 'pending' })).toBe('deploying')
  expect(whyFrozen(none, { state: 'expired' })).toBe('deploying')
  const asked = { ...none, attempt: { step: 'wallet', isLate: false } } as const
  expect(whyFrozen(asked, { state: 'open' })).toBe('deploying')
  expect(whyFrozen({ ...none, prepared: { collection, deadline: 1 } }, undefined)).toBe(
    'deploying',
  )
  expect(whyFrozen(none, { state: 'indexed' })).toBe('live')
  const created = { collection, hash: null, blockNumber: null } as const
  expect(whyFrozen({ ...none, created }, { state: 'pending' })).toBe('live')
})

test('a draft without phases lacks the fields of its supply that make the first one', () => {
  const missing = {
    max_supply: ['A drop needs a supply.'],
    phases: ['Add at least one phase.'],
  }
  const none = { fields: { ...fields, phases: [] }, missing }
  expect(groupMissing(none, { phases: ['Add at least one phase.'] })).toEqual([
    {
      id: 'supply',
      title: 'Supply and price',
      sentences: [
        'A drop needs a supply.',
        'Set the public price. 0 makes it free.',
        'Set the limit per wallet.',
      ],
    },
  ])
})

test('a deployed collection is live while a phase is open, and names the next one before', () => {
  const early = { ...friends, start: '2026-12-05T17:00:00Z', end: phase.start }
  const phases = [phase, early]
  const at = (instant: string) => {
    const { state, phase: one } = readOpening(phases, Date.parse(instant) / 1000)
    return [state, one?.title]
  }
  expect(at('2026-12-05T16:59:59Z')).toEqual(['upcoming', 'Friends'])
  expect(at('2026-12-05T17:00:00Z')).toEqual(['live', 'Friends'])
  expect(at(phase.start)).toEqual(['live', 'Public'])
  expect(at(phase.end)).toEqual(['ended', undefined])
})

test('what is missing stands once, with its phase, under the step that holds it', () => {
  const missing = {
    'phases.0.list': ['Add the wallets of this phase.'],
    name: ['Enter a name.'],
  }
  const further = {
    name: ['Enter a name.'],
    'phases.1.price_wei': ['This price is too high.'],
    'phases.1.end': ['The end has passed.'],
  }
  expect(groupMissing({ fields, missing }, further)).toEqual([
    { id: 'details', title: 'Details', sentences: ['Enter a name.'] },
    {
      id: 'supply',
      title: 'Supply and price',
      sentences: ['Public: This price is too high.'],
    },
    {
      id: 'schedule',
      title: 'Schedule and access',
      sentences: [
        'Friends: Add the wallets of this phase.',
        'Public: The end has passed.',
      ],
    },
  ])
})
