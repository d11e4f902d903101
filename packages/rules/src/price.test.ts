import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isUnlimited,
  limitSentence,
  maxPerMint,
  NO_WALLET_LIMIT,
  walletLimit,
} from './limits.ts'
import {
  feeShares,
  formatPrice,
  isAllowedPrice,
  mintTotal,
  shownFunds,
  shownTotal,
} from './price.ts'
import { listPriceParts } from './price-parts.ts'

const gwei = 1_000_000_000n
const amount = fc.bigInt({ min: 0n, max: 10n ** 15n }).map((value) => value * gwei)

describe('what a mint costs', () => {
  test('is price and fee for every token, to the wei', () => {
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.integer({ min: 1, max: 50 }),
        (price, fee, count) => {
          const one = mintTotal(price, fee, 1)
          expect(one).toBe(price + fee)
          expect(mintTotal(price, fee, count)).toBe(one * BigInt(count))
        },
      ),
    )
  })

  test('splits the fee without a remainder', () => {
    fc.assert(
      fc.property(amount, amount, fc.boolean(), (price, fee, isReferred) => {
        const { creatorWei, platformWei, referrerWei } = feeShares(price, fee, isReferred)
        expect(creatorWei + platformWei + referrerWei).toBe(fee)
        expect(creatorWei).toBe(price === 0n ? fee / 2n : 0n)
        expect(referrerWei).toBe(isReferred ? fee / 5n : 0n)
      }),
    )
  })

  test('is never below half the fee unless it is nothing', () => {
    expect(isAllowedPrice(0n, 10n * gwei)).toBe(true)
    expect(isAllowedPrice(4n * gwei, 10n * gwei)).toBe(false)
    expect(isAllowedPrice(5n * gwei, 10n * gwei)).toBe(true)
    expect(isAllowedPrice(5n * gwei + 1n, 10n * gwei)).toBe(false)
  })

  test('is never more than the contracts can hold', () => {
    const most = (2n ** 80n - 1n) / gwei
    expect(isAllowedPrice(most * gwei, 0n)).toBe(true)
    expect(isAllowedPrice((most + 1n) * gwei, 0n)).toBe(false)
  })
})

describe('the rows of a mint', () => {
  const wei = fc.bigInt({ min: 0n, max: 10n ** 20n })

  test('add up to the total that is shown, which is not too small', () => {
    fc.assert(
      fc.property(amount, wei, (totalWei, networkFeeWei) => {
        const shown = shownTotal({ totalWei, networkFeeWei })
        expect(totalWei + (shown.networkFeeWei ?? 0n)).toBe(shown.wholeWei)
        expect(shown.wholeWei >= totalWei + networkFeeWei).toBe(true)
        expect(shown.wholeWei - totalWei - networkFeeWei < gwei).toBe(true)
        expect(shown.wholeWei % gwei).toBe(0n)
      }),
    )
    const unknown = shownTotal({ totalWei: 7n * gwei, networkFeeWei: null })
    expect(unknown).toEqual({ networkFeeWei: null, wholeWei: 7n * gwei })
  })

  test('of a wallet that is short never state too little that is missing', () => {
    fc.assert(
      fc.property(wei, wei, (balanceWei, missing) => {
        const missingWei = missing + 1n
        const shown = shownFunds({ balanceWei, missingWei })
        expect(shown.neededWei - shown.balanceWei).toBe(shown.missingWei)
        expect(shown.neededWei >= balanceWei + missingWei).toBe(true)
        expect(shown.balanceWei <= balanceWei).toBe(true)
        expect(shown.missingWei >= missingWei).toBe(true)
      }),
    )
  })
})

describe('a price before a wallet is connected', () => {
  const ether = { symbol: 'ETH', decimals: 18 }
  const written = (priceWei: bigint, mintFeeWei: bigint, isAllowlistOnly = false) =>
    formatPrice({ priceWei, mintFeeWei, isAllowlistOnly }, ether).replaceAll(
      '\u00a0',
      ' ',
    )
  const unit = 100_000n * gwei

  test('has the mint fee beside it, unless there is none', () => {
    expect(written(6n * unit, unit)).toBe('0.0006 ETH + 0.0001 fee')
    expect(written(0n, unit)).toBe('Free + 0.0001 fee')
    expect(written(6n * unit, 0n)).toBe('0.0006 ETH')
    expect(written(0n, 0n)).toBe('Free')
  })

  test('is marked as that of the allowlist', () => {
    expect(written(10n * unit, 0n, true)).toBe('from 0.001 ETH, allowlist only')
    expect(written(10n * unit, unit, true)).toBe(
      'from 0.001 ETH + 0.0001 fee, allowlist only',
    )
    expect(written(0n, unit, true)).toBe('Free + 0.0001 fee, allowlist only')
  })

  test('is in the coin of the network', () => {
    const terms = { priceWei: 1_500_000n, mintFeeWei: 2n, isAllowlistOnly: false }
    expect(formatPrice(terms, { symbol: 'USDX', decimals: 6 })).toBe(
      '1.5\u00a0USDX + 0.000002\u00a0fee',
    )
  })
})

describe('how many can be minted at once', () => {
  test('is the tightest of all limits and never below zero', () => {
    const free = { allowed: NO_WALLET_LIMIT, used: 0, phaseLeft: null, supplyLeft: null }
    expect(maxPerMint(free)).toBe(50)
    expect(maxPerMint({ ...free, allowed: 3, used: 1 })).toBe(2)
    expect(maxPerMint({ ...free, phaseLeft: 4 })).toBe(4)
    expect(maxPerMint({ ...free, supplyLeft: 0 })).toBe(0)
    expect(maxPerMint({ ...free, allowed: 1, used: 3 })).toBe(0)
  })

  test('is at most what the contracts count of a wallet in a phase', () => {
    expect([0, 7, 8, 254, 255].map((id) => walletLimit(id, 9_000))).toEqual([
      8_191, 8_191, 9_000, 9_000, 9_000,
    ])
    expect(walletLimit(7, 8_190)).toBe(8_190)
    expect(isUnlimited(7, 8_190)).toBe(false)
    expect(isUnlimited(7, 8_191)).toBe(true)
    expect(isUnlimited(8, 8_191)).toBe(false)
    expect(isUnlimited(255, NO_WALLET_LIMIT)).toBe(true)
  })

  test('is one sentence', () => {
    const sentence = (allowed: number, used: number) =>
      limitSentence({ phaseId: 255, allowed, used })
    expect(sentence(3, 1)).toBe('1 of 3 minted · 2 left for you')
    expect(sentence(3, 0)).toBe('0 of 3 minted · 3 left for you')
    expect(sentence(5, 2)).toBe('2 of 5 minted · 3 left for you')
    expect(sentence(1, 0)).toBe('0 of 1 minted · 1 left for you')
    expect(sentence(1, 1)).toBe('1 of 1 minted · 0 left for you')
    expect(sentence(NO_WALLET_LIMIT, 7)).toBeNull()
  })
})

test('the parts of a price are what is paid, the mint fee where there is one', () => {
  const coin = { decimals: 18, symbol: 'ETH' }
  const list = (priceWei: bigint, mintFeeWei: bigint, quantity: number) =>
    listPriceParts({ priceWei, mintFeeWei, quantity }, coin).map(({ name, amount }) =>
      `${name}: ${amount}`.replaceAll('\u00a0', ' '),
    )
  expect(list(10n ** 16n, 10n ** 14n, 2)).toEqual([
    'Price, 2 × 0.01 ETH: 0.02 ETH',
    'Mint fee, 2 × 0.0001 ETH: 0.0002 ETH',
  ])
  expect(list(0n, 10n ** 14n, 1)).toEqual([
    'Price: Free',
    'Mint fee, 1 × 0.0001 ETH: 0.0001 ETH',
  ])
  expect(list(10n ** 16n, 0n, 1)).toEqual(['Price, 1 × 0.01 ETH: 0.01 ETH'])
})
