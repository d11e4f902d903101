import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { collectionState } from './collection-state.ts'
import type { MintPhase, WalletPhase } from './mint-phase.ts'
import { mintState } from './mint-state.ts'
import type { MintInput, MintWallet } from './mint-state-types.ts'

const everyone: MintPhase = {
  phaseId: 255,
  title: 'Public',
  start: 1000,
  end: 2000,
  priceWei: 100n,
  maxSupply: null,
  minted: 0,
  maxPerWallet: 5,
}
const friends: MintPhase = { ...everyone, phaseId: 0, title: 'Friends', maxPerWallet: 2 }

/** The terms of a wallet without an entry of its own. */
const open = (phase: MintPhase): WalletPhase => {
  return { ...phase, isListed: true, used: 0, allowed: phase.maxPerWallet }
}
const wallet: MintWallet = {
  chainId: 1,
  balanceWei: 10_000n,
  phases: [open(everyone), { ...open(friends), isListed: false, allowed: 0 }],
}
const attempt = {
  step: 'sent',
  quantity: 2,
  hash: '0x1',
  totalWei: 220n,
  sentAt: 1,
} as const
const result = {
  quantity: 1,
  requested: 1,
  tokenIds: ['7'],
  hash: '0x1',
  spentWei: 110n,
  returnedWei: 0n,
}

const input = (
  changes: Partial<MintInput> = {},
  collection: Partial<MintInput['collection']> = {},
): MintInput => ({
  now: 1500,
  unavailable: null,
  chainId: 1,
  collection: {
    isPaused: false,
    minted: 0,
    maxSupply: 10,
    phases: [everyone],
    ...collection,
  },
  mintFeeWei: 10n,
  attempt: null,
  result: null,
  wallet,
  needsSignIn: false,
  chosenPhaseId: null,
  quantity: 1,
  networkFeeWei: 5n,
  ...changes,
})

test('offers a stranger the public phase, and a known wallet the cheapest it may enter', () => {
  const cheap = { ...friends, priceWei: 1n }
  const phases = [cheap, everyone]
  const offered = (wallet: MintWallet | null) => {
    const { params } = mintState(input({ wallet }, { phases, isPaused: true }))
    return 'phase' in params ? params.phase?.phaseId : undefined
  }
  const own = (isListed: boolean) => [open(everyone), { ...open(cheap), isListed }]
  expect(offered(null)).toBe(255)
  expect(offered({ ...wallet, phases: null })).toBe(255)
  expect(offered({ ...wallet, phases: own(false) })).toBe(255)
  expect(offered({ ...wallet, phases: own(true) })).toBe(0)
})

/** A wallet with a cheaper price on the list. */
const listed = (changes: Partial<WalletPhase>, phases = [everyone, friends]) => ({
  ...wallet,
  phases: phases.map((phase) =>
    phase.phaseId === 0 ? { ...open(phase), priceWei: 40n, ...changes } : open(phase),
  ),
})

describe('the first state that matches', () => {
  const cases: [string, MintInput][] = [
    ['unavailable', input({ unavailable: 'network', attempt }, { isPaused: true })],
    ['paused', input({ attempt, result }, { isPaused: true })],
    ['pending_tx', input({ attempt, result }, { minted: 10 })],
    ['success', input({ result }, { minted: 10 })],
    ['sold_out', input({ now: 3000 }, { minted: 10 })],
    ['ended', input({ now: 2000, wallet: null })],
    ['no_phase', input({}, { phases: [] })],
    ['not_started', input({ now: 999, wallet: null })],
    ['disconnected', input({ wallet: null, needsSignIn: true })],
    ['needs_sign_in', input({ needsSignIn: true, wallet: { ...wallet, chainId: 2 } })],
    ['wrong_chain', input({ wallet: { ...wallet, chainId: 2, phases: null } })],
    ['checking', input({ wallet: { ...wallet, phases: null } })],
    ['checking', input({ wallet: { ...wallet, balanceWei: null } })],
    ['not_eligible', input({}, { phases: [friends] })],
    [
      'wallet_limit',
      input({ wallet: listed({ used: 2 }) }, { phases: [{ ...friends, maxSupply: 0 }] }),
    ],
    [
      'phase_sold_out',
      input({ wallet: listed({ maxSupply: 0 }) }, { phases: [friends] }),
    ],
    ['insufficient_funds', input({ wallet: { ...wallet, balanceWei: 114n } })],
    ['ready', input({ wallet: { ...wallet, balanceWei: 115n } })],
  ]

  test.each(cases)('is %s', (code, given) => {
    expect(mintState(given).code).toBe(code)
  })
})

test('a wallet that works on one network only gets no request to switch', () => {
  const away = { ...wallet, chainId: 2 }
  expect(mintState(input({ wallet: away })).primary).toBe('switch_chain')
  const fixed = mintState(input({ wallet: { ...away, isFixed: true } }))
  expect(fixed).toMatchObject({ code: 'wrong_chain', primary: 'use_another_wallet' })
})

describe('a wallet that may mint', () => {
  test('sees the cheapest open phase with its own price and limit', () => {
    const state = mintState(
      input(
        { wallet: listed({ used: 1 }), quantity: 9 },
        { phases: [everyone, friends] },
      ),
    )
    expect(state).toMatchObject({
      code: 'ready',
      primary: 'mint',
      params: {
        phase: { phaseId: 0, priceWei: 40n, used: 1, allowed: 2 },
        others: [{ phaseId: 255 }],
        most: 1,
        quantity: 1,
        totalWei: 50n,
      },
    })
  })

  test('may switch to another open phase, but to none that is closed to it', () => {
    const given = { wallet: listed({}) }
    const phases = [everyone, friends]
    const chosen = mintState(input({ ...given, chosenPhaseId: 255 }, { phases }))
    expect(chosen).toMatchObject({ params: { phase: { phaseId: 255 } } })
    const soldOut = [{ ...everyone, maxSupply: 1, minted: 1 }, friends]
    const full = mintState(
      input({ wallet: listed({}, soldOut), chosenPhaseId: 255 }, { phases: soldOut }),
    )
    expect(full).toMatchObject({ code: 'ready', params: { phase: { phaseId: 0 } } })
  })

  test('moves on to the dearer phase when its limit on the list is used', () => {
    const state = mintState(
      input({ wallet: listed({ used: 2 }) }, { phases: [everyone, friends] }),
    )
    expect(state).toMatchObject({ code: 'ready', params: { phase: { phaseId: 255 } } })
  })

  test('has the missing amount and the affordable quantity', () => {
    const state = mintState(
      input({ quantity: 3, wallet: { ...wallet, balanceWei: 300n } }),
    )
    expect(state).toMatchObject({
      code: 'insufficient_funds',
      primary: 'get_funds',
      secondary: 'mint_fewer',
      params: { totalWei: 330n, missingWei: 35n, affordable: 2 },
    })
    const poor = mintState(input({ wallet: { ...wallet, balanceWei: 0n } }))
    expect(poor).toMatchObject({ secondary: 'none', params: { affordable: 0 } })
  })
})

describe('a wallet that may not mint yet', () => {
  test('has its entry of a later list', () => {
    const soon = { ...everyone, start: 3000, end: 4000 }
    const list = { ...friends, start: 2500, end: 3000 }
    const given = { now: 2000, wallet: listed({}, [soon, list]) }
    expect(mintState(input(given, { phases: [soon, list] }))).toMatchObject({
      code: 'not_started',
      primary: 'add_to_calendar',
      params: { next: { phaseId: 0 }, place: { phaseId: 0, priceWei: 40n } },
    })
    const strange = { ...wallet, phases: [open(soon)] }
    const stranger = mintState(
      input({ now: 2000, wallet: strange }, { phases: [soon, list] }),
    )
    expect(stranger).toMatchObject({ params: { next: { phaseId: 0 }, place: soon } })
  })

  test('has the next phase that it can enter', () => {
    const soon = { ...everyone, start: 2000, end: 4000 }
    const phases = [soon, friends]
    const strange = { ...wallet, phases: [open(soon)] }
    expect(mintState(input({ wallet: strange }, { phases }))).toMatchObject({
      code: 'not_eligible',
      params: { phase: { title: 'Friends' }, later: [{ title: 'Public' }] },
    })
    const used = mintState(input({ wallet: listed({ used: 2 }, phases) }, { phases }))
    expect(used).toMatchObject({ code: 'wallet_limit', params: { next: soon } })
  })

  test('uses the window of its own entry, not that of the phase', () => {
    const phases = [friends]
    const late = mintState(input({ wallet: listed({ start: 1600 }) }, { phases }))
    expect(late).toMatchObject({ code: 'not_started', params: { next: { start: 1600 } } })
    const past = mintState(input({ wallet: listed({ end: 1500 }) }, { phases }))
    expect(past).toMatchObject({ code: 'ended', params: { endedAt: 1500 } })
    const never = { start: 1600, end: 1400 }
    expect(mintState(input({ wallet: listed(never) }, { phases })).code).toBe('ended')
  })

  test('can take no more than the contracts count in an early phase', () => {
    const free = { allowed: 65_535, used: 8_190 }
    const state = mintState(
      input(
        { wallet: listed(free), quantity: 9 },
        { phases: [friends], maxSupply: null },
      ),
    )
    expect(state).toMatchObject({ code: 'ready', params: { most: 1, quantity: 1 } })
    const full = mintState(
      input({ wallet: listed({ ...free, used: 8_191 }) }, { phases: [friends] }),
    )
    expect(full.code).toBe('wallet_limit')
  })
})

describe('an unreadable collection', () => {
  test('offers no mint, and shows one that was sent to its end', () => {
    const unreadable = { isUnreadable: true, minted: 10, maxSupply: 10 }
    expect(mintState(input({}, unreadable))).toEqual({
      code: 'unavailable',
      params: { reason: 'unreadable' },
      primary: 'none',
      secondary: 'none',
    })
    expect(mintState(input({ attempt }, unreadable)).code).toBe('pending_tx')
    expect(
      mintState(input({ attempt, unavailable: 'blocked' }, unreadable)).params,
    ).toEqual({ reason: 'blocked' })
  })
})

describe('page and lists', () => {
  test('agree on the state at every instant around a boundary', () => {
    const window = fc.record({
      start: fc.integer({ min: 1, max: 50 }),
      length: fc.integer({ min: 1, max: 30 }),
      minted: fc.integer({ min: 0, max: 2 }),
    })
    const collection = fc.record({
      windows: fc.array(window, { maxLength: 4 }),
      isPaused: fc.boolean(),
      minted: fc.integer({ min: 0, max: 10 }),
      now: fc.integer({ min: 0, max: 90 }),
    })
    fc.assert(
      fc.property(collection, ({ windows, isPaused, minted, now }) => {
        const phases = windows.map(({ start, length, minted: sold }, index) => ({
          ...everyone,
          phaseId: index === 0 ? 255 : index,
          start,
          end: start + length,
          maxSupply: 2,
          minted: sold,
        }))
        const given = input({ now, wallet: null }, { isPaused, minted, phases })
        const listState = collectionState(given.collection, now)
        const { code } = mintState(given)
        const expected = {
          paused: ['paused'],
          ended: ['ended'],
          sold_out: ['sold_out', 'disconnected'],
          live: ['disconnected'],
          upcoming: ['not_started', 'no_phase', 'disconnected'],
        }[listState as 'paused' | 'ended' | 'sold_out' | 'live' | 'upcoming']
        expect(expected).toContain(code)
      }),
    )
  })
})
