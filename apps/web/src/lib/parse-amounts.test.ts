import { formatUnits } from '@platemark/rules/amounts'
import { isAllowedPrice } from '@platemark/rules/price'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCount, parsePercent, parsePrice } from './parse-amounts.ts'

const coin = { decimals: 18, symbol: 'ETH', mintFeeWei: 120_000_000_000_000n }

describe('a price', () => {
  test.each([
    ['0.004', 4_000_000_000_000_000n],
    ['0', 0n],
    ['.5', 500_000_000_000_000_000n],
    [' 1. ', 1_000_000_000_000_000_000n],
    ['0.00006', 60_000_000_000_000n],
    ['0.0040000000000', 4_000_000_000_000_000n],
  ])('%s is exact in wei', (text, value) => {
    expect(parsePrice(text, coin)).toEqual({ value })
  })

  test.each([
    ['', 'Enter a price, or 0 to make it free.'],
    ['0,004', 'Write decimals with a point.'],
    ['1,200.5', 'Write decimals with a point.'],
    ['-1', 'A price is 0 or more.'],
    ['four', 'Enter the price as a number, like 0.05.'],
    ['.', 'Enter the price as a number, like 0.05.'],
    ['1e3', 'Enter the price as a number, like 0.05.'],
    ['0.0000000001', 'Use at most 9 digits after the point.'],
    ['0.00005', 'Use 0, or at least 0.00006 ETH: half the mint fee.'],
    ['9999999', 'This price is too high.'],
  ])('"%s" is answered with what to do', (text, problem) => {
    expect(parsePrice(text, coin)).toEqual({ problem })
  })

  test('is taken exactly if the contracts take it', () => {
    const gwei = fc.bigInt({ min: 0n, max: 2n ** 51n }).map((count) => count * 10n ** 9n)
    const wei = fc.oneof(gwei, fc.bigInt({ min: 0n, max: 2n ** 81n }))
    fc.assert(
      fc.property(wei, (priceWei) => {
        const parsed = parsePrice(formatUnits(priceWei, 18), coin)
        const isTaken = isAllowedPrice(priceWei, coin.mintFeeWei)
        expect('value' in parsed).toBe(isTaken)
        if ('value' in parsed) expect(parsed.value).toBe(priceWei)
      }),
    )
  })
})

test.each([
  ['1,200', { value: 1200 }],
  ['1 200', { value: 1200 }],
  ['7', { value: 7 }],
  ['', { problem: 'Enter a number.' }],
  ['1,2', { problem: 'Enter a whole number.' }],
  ['1.5', { problem: 'Enter a whole number.' }],
  ['0', { problem: 'Enter at least 1.' }],
  ['268435455', { problem: 'Enter at most 268,435,454.' }],
])('a count "%s" is read or answered', (text, expected) => {
  expect(parseCount(text, 'a number')).toEqual(expected)
})

test.each([
  ['5', { value: 500 }],
  ['7.25 %', { value: 725 }],
  ['10', { value: 1000 }],
  ['10.01', { problem: 'At most 10%.' }],
  ['2,5', { problem: 'Write decimals with a point.' }],
  ['2.555', { problem: 'Use at most 2 digits after the point.' }],
  ['five', { problem: 'Enter a percentage, like 5 or 7.5.' }],
  ['', { problem: 'Enter a percentage.' }],
])('a percentage "%s" is read or answered', (text, expected) => {
  expect(parsePercent(text, 10)).toEqual(expected)
})
