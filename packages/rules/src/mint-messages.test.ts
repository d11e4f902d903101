import { describe, expect, test } from 'vitest'
import { disconnectedMessages, type MessageContext } from './mint-messages.ts'
import type { OfferedPhase } from './mint-phase.ts'
import { endMessage, type FailedEnd } from './mint-result-messages.ts'
import type { MintState } from './mint-state-types.ts'
import { contractRefusalMessage } from './refusal-messages.ts'
import { walletMessages } from './wallet-messages.ts'

const context: MessageContext = {
  collection: 'Tidewater',
  creator: 'saltworks',
  network: 'Base',
  isDemoNetwork: false,
  hasExplorer: true,
  symbol: 'ETH',
  wallet: 'Rabby Wallet',
  address: '0x7099…79C8',
  walletNetwork: 'Ethereum',
  isEdition: false,
  maxSupply: 500,
  hasAllowlist: true,
  amount: (wei) => `${wei} wei`,
  usd: (wei) => `$${wei}`,
  when: (at) => `second ${at}`,
  shortWhen: (at) => `second ${at}`,
  listsPhases: true,
  count: String,
}
const gwei = 10n ** 9n
const everyone: OfferedPhase = {
  phaseId: 255,
  title: 'Public',
  start: 10,
  end: 20,
  priceWei: 7n,
  maxSupply: 100,
  minted: 3,
  maxPerWallet: 5,
  used: 0,
  allowed: 5,
}
const friends: OfferedPhase = { ...everyone, phaseId: 0, title: 'Friends', start: 5 }
const none = { primary: 'none', secondary: 'none' } as const

describe('the messages of the mint panel', () => {
  test('name every minted token, and the refund', () => {
    const result = {
      hash: '0x1',
      spentWei: 9n * gwei - 1n,
      returnedWei: 7n,
      canMintMore: false,
    }
    const messages = (tokenIds: string[], requested: number) =>
      walletMessages(
        {
          ...none,
          code: 'success',
          params: { ...result, tokenIds, requested, quantity: tokenIds.length },
        },
        context,
      )
    expect(messages(['213', '214'], 2).title).toBe('#213 and #214 are yours')
    expect(messages(['213', '214'], 2).text).toContain(
      'You paid 9000000000 wei ($9000000000) including fees.',
    )
    expect(messages(['7'], 1).title).toBe('#7 is yours')
    expect(messages(['1', '2', '3', '4'], 4).title).toBe('#1 to #4 are yours')
    expect(messages(['214'], 2).text).toBe(
      'Only 1 was left when your mint arrived, so 7 wei was refunded to your wallet.',
    )
  })

  test('send an unknown wallet to the list, and a known one to its turn', () => {
    const stateOf = (place: OfferedPhase | null): MintState => ({
      code: 'not_started',
      params: { next: friends, later: [friends, everyone], place },
      primary: 'connect',
      secondary: 'add_to_calendar',
    })
    const messages = (place: OfferedPhase) => walletMessages(stateOf(place), context)
    const unknown = stateOf(null)
    expect(disconnectedMessages(unknown, context)).toMatchObject({
      title: 'The Friends phase opens on\nsecond 5',
      text: 'Connect your wallet to see if you are on a list, or wait for the Public phase.',
      primary: 'Connect Wallet',
    })
    expect(
      disconnectedMessages(unknown, { ...context, listsPhases: false }).text,
    ).toMatch(/or wait for the Public phase on second 10\.$/)
    expect(messages(friends).title).toBe('You are on the list')
    expect(messages(everyone).text).toBe(
      'The Friends phase comes first. Your turn starts second 10.',
    )
  })

  test('name the missing amount and offer what can be paid', () => {
    const state: MintState = {
      code: 'insufficient_funds',
      primary: 'get_funds',
      secondary: 'mint_fewer',
      params: {
        phase: everyone,
        others: [],
        quantity: 3,
        most: 5,
        totalWei: 21n * gwei,
        networkFeeWei: gwei / 2n,
        missingWei: 4n * gwei,
        balanceWei: 17n * gwei + gwei / 2n,
        affordable: 2,
      },
    }
    const inGwei = { ...context, amount: (wei: bigint) => `${wei / gwei} gwei` }
    expect(walletMessages(state, inGwei)).toMatchObject({
      title: '5 gwei short',
      primary: 'Bridge ETH to Base',
      secondary: 'Mint 2 for 15 gwei',
    })
    expect(walletMessages(state, { ...context, isDemoNetwork: true })).toMatchObject({
      primary: 'Get test ETH',
    })
  })

  test('lead from an end to the prints that are there', () => {
    const messages = (minted: number) =>
      disconnectedMessages(
        {
          code: 'ended',
          params: { endedAt: 20, minted },
          primary: minted > 0 ? 'see_prints' : 'see_more_by_creator',
          secondary: minted > 0 ? 'see_more_by_creator' : 'none',
        },
        context,
      )
    expect(messages(431)).toMatchObject({
      text: 'The last phase closed on second 20 with 431 of 500 minted. Browse all items, or see more by saltworks.',
      primary: 'See all 431 items',
    })
    expect(messages(0).text).toMatch(/ minted\. See more by saltworks\.$/)
  })

  test('send a wallet that cannot move to another one', () => {
    const params = { phase: everyone, later: [], walletChainId: 2741 }
    const state = { ...none, code: 'wrong_chain', params } as const
    const abstract = { ...context, wallet: 'Abstract', walletNetwork: 'Abstract' }
    expect(
      walletMessages({ ...state, primary: 'use_another_wallet' }, abstract),
    ).toMatchObject({
      text: 'Abstract wallets work on Abstract only. Connect another wallet to mint on Base.',
      primary: 'Choose another wallet',
    })
    expect(walletMessages({ ...state, primary: 'switch_chain' }, context)).toMatchObject({
      title: 'Your wallet is on Ethereum',
      text: 'Tidewater is on Base. Switch networks to mint.',
      primary: 'Switch to Base',
    })
  })

  test('name the time of a pause, where it is known', () => {
    const state = { ...none, code: 'paused', params: { phase: null, later: [] } } as const
    const messages = (pausedAt: number | null) =>
      disconnectedMessages(state, { ...context, pausedAt }).text
    expect(messages(7)).toMatch(/paused it on second 7\. Allowlist spots are kept\./)
    expect(messages(null)).toMatch(/paused it\. Allowlist spots are kept\./)
    const open = { ...context, hasAllowlist: false }
    expect(disconnectedMessages(state, open).text).toBe(
      'saltworks paused it. This panel updates when minting resumes.',
    )
  })

  test('name the time of the last mint, where it is known', () => {
    const state = { ...none, code: 'sold_out', params: { maxSupply: 500 } } as const
    const messages = (soldOutAt: number | null) =>
      disconnectedMessages(state, { ...context, soldOutAt }).text
    expect(messages(7)).toMatch(/^Sold out on second 7\. Browse all items, or/)
    expect(messages(null)).toMatch(/^Browse all items, or/)
    const one = { ...state, params: { maxSupply: 1 } }
    expect(disconnectedMessages(one, context)).toMatchObject({
      title: 'The only item is minted',
      text: 'Look at it, or see more by saltworks.',
    })
  })

  test('name the rest for everyone when a phase sold out', () => {
    const params = { phase: { ...friends, minted: 100 }, next: everyone, left: 204 }
    const state = { ...none, code: 'phase_sold_out', params } as const
    expect(walletMessages(state, context)).toMatchObject({
      title: 'The Friends phase is sold out',
      text: 'All 100 of this phase are minted. The remaining 204 open to everyone:',
    })
    const only = { ...params, phase: { ...friends, minted: 1, maxSupply: 1 } }
    expect(walletMessages({ ...state, params: only }, context).text).toMatch(
      /^The only item of this phase is minted\. The remaining 204/,
    )
  })

  test('name the amount that the wallet shows, and that its network fee is beside it', () => {
    const text = (totalWei: bigint | null) => {
      const params = { step: 'wallet', quantity: 2, hash: null, sentAt: null } as const
      const state = {
        ...none,
        code: 'pending_tx',
        params: { ...params, totalWei },
      } as const
      return walletMessages(state, context).text
    }
    expect(text(14n)).toBe(
      'Check that your wallet shows 14 wei plus the network fee, then confirm. Close it and nothing is sent.',
    )
    expect(text(0n)).toContain('shows only the network fee, then confirm.')
    expect(text(null)).toContain('Check the amount in your wallet, then confirm.')
  })

  test.each<[end: FailedEnd, claims: boolean]>([
    ['dropped', true],
    ['cancelled', false],
    ['replaced', false],
    ['reverted', false],
    ['unseen', false],
    ['unsent', false],
  ])('claim that nothing was charged of no end but a dropped one: %s', (end, claims) => {
    const names = { phase: everyone, network: 'Base', now: 20, when: context.when }
    const message = endMessage({ end }, { ...names, wallet: 'Rabby Wallet' }, undefined)
    expect(/nothing was charged|you can mint again/i.test(message)).toBe(claims)
  })

  test('name the signatures that a mint may wait for while no node knows it', () => {
    const params = {
      step: 'unseen',
      quantity: 2,
      hash: '0x5b',
      totalWei: 14n,
      sentAt: 0,
    } as const
    const message = walletMessages({ ...none, code: 'pending_tx', params }, context)
    expect(message.text).toBe(
      'No node of Base has seen this transaction yet. Rabby Wallet may wait for other signatures. The mint shows here once it arrives.',
    )
  })

  test('distinguish a refusal before sending from a failure on the chain', () => {
    const about = { phase: everyone, network: 'Base', now: 20, when: context.when }
    const closed = { error: 'PhaseClosed', values: [10n, 20n] }
    expect(contractRefusalMessage(closed, about, false)).toBe(
      'The Public phase closed a moment ago. Nothing was sent.',
    )
    expect(contractRefusalMessage(closed, about, true)).toBe(
      'The mint failed on Base: the Public phase had just closed. Only the network fee was spent.',
    )
    const unknown = { error: 'Whatever', values: [] }
    expect(contractRefusalMessage(unknown, about, false)).toBeUndefined()
  })

  test('claim no end of a phase that is open by the clock here, and closed by the network', () => {
    const about = { phase: everyone, network: 'Base', when: context.when }
    const closed = { error: 'PhaseClosed', values: [10n, 100n] }
    expect(contractRefusalMessage(closed, { ...about, now: 30 }, false)).toBe(
      'The Public phase has not opened on Base yet. Nothing was sent.',
    )
    expect(contractRefusalMessage(closed, { ...about, now: 98 }, false)).toBe(
      'The Public phase closed a moment ago. Nothing was sent.',
    )
  })

  test('name the remaining tokens and the opening from the values of a refusal', () => {
    const about = { phase: everyone, network: 'Base', now: 9, when: context.when }
    const messages = (error: string, value: bigint, wasSent = false) =>
      contractRefusalMessage({ error, values: [value] }, about, wasSent)
    expect(messages('PhaseClosed', 10n)).toBe(
      'The Public phase opens on second 10. Nothing was sent.',
    )
    expect(messages('SoldOut', 2n)).toBe('Only 2 are left. Nothing was sent.')
    expect(messages('SoldOut', 1n)).toBe('Only 1 is left. Nothing was sent.')
    expect(messages('SoldOut', 0n)).toContain('The last one was just minted')
    expect(messages('PhaseSoldOut', 2n, true)).toContain(
      'only 2 were left in the Public phase',
    )
    expect(messages('WalletLimit', 3n)).toBe(
      'This wallet can mint only 3 more. Nothing was sent.',
    )
    expect(messages('WalletLimit', 0n)).toBe(
      'This wallet has reached its limit of 5. Nothing was sent.',
    )
    expect(messages('TooMany', 50n)).toBe(
      'You can mint at most 50 at once. Nothing was sent.',
    )
  })
})
