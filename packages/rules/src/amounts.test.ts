import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatAmount,
  formatCount,
  formatUnits,
  formatUsd,
  formatUsdUp,
  roundToGwei,
  shortAddress,
  shortenAmount,
} from './amounts.ts'

const ether = 10n ** 18n
const gwei = 10n ** 9n

test('writes base units exactly, without trailing zeros', () => {
  expect(formatUnits(0n, 18)).toBe('0')
  expect(formatUnits(1n, 18)).toBe('0.000000000000000001')
  expect(formatUnits(-15n * 10n ** 17n, 18)).toBe('-1.5')
  expect(formatUnits(42n, 0)).toBe('42')
})

describe('an amount', () => {
  test('is exact to the last unit where it is acted on', () => {
    expect(formatAmount(9n * ether + 8_000n * gwei)).toBe('9.000008')
    expect(formatAmount(ether + 999n * gwei)).toBe('1.000000999')
    expect(formatAmount(1n)).toBe('0.000000000000000001')
    expect(formatAmount(1234567n * ether + 1n)).toBe('1,234,567.000000000000000001')
    expect(formatAmount(15n, { decimals: 1 })).toBe('1.5')
    expect(formatAmount(1234n, { decimals: 0, symbol: 'P' })).toBe('1,234\u00a0P')
  })

  test('stays on the line of its symbol, unless it is too long for a narrow place', () => {
    expect(formatAmount(ether / 1000n, { symbol: 'ETH' })).toBe('0.001\u00a0ETH')
    expect(formatAmount(0n, { symbol: 'ETH' })).toBe('0\u00a0ETH')
    expect(formatAmount(1_234_567_890n * ether, { symbol: 'ETH' })).toBe(
      '1,234,567,890 ETH',
    )
  })

  test('in a list is short, with its exact form where they differ', () => {
    const short = (wei: bigint) => shortenAmount(wei, { symbol: 'ETH' })
    expect(short(ether)).toEqual({ text: '1\u00a0ETH', exact: null })
    expect(short(ether + 999n * gwei)).toEqual({
      text: '1.000001\u00a0ETH',
      exact: '1.000000999\u00a0ETH',
    })
    expect(short(1n)).toEqual({ text: '0.000000000000000001 ETH', exact: null })
    expect(shortenAmount(ether + 999n * gwei, {}, 'down')).toEqual({
      text: '1',
      exact: '1.000000999',
    })
    expect(shortenAmount(999_999_999_999_999_999n, {}, 'down').text).toBe('0.999999')
    expect(shortenAmount(999_999_999_999_999_999n).text).toBe('1')
    expect(shortenAmount(12_345n).text).toBe('0.000000000000013')
    expect(shortenAmount(-ether - 1n).text).toBe('-1')
    expect(shortenAmount(123n, { decimals: 2 }).text).toBe('1.23')
  })

  test('is never written as less than must be paid, or as more than there is', () => {
    const parse = (text: string) => {
      const [whole = '0', fraction = ''] = text.replaceAll(',', '').split('.')
      return BigInt(whole + fraction.padEnd(18, '0'))
    }
    const wei = fc.bigInt({ min: 0n, max: 10n ** 24n })
    fc.assert(
      fc.property(wei, fc.integer({ min: 0, max: 24 }), (whole, digits) => {
        const value = whole / 10n ** BigInt(digits)
        expect(parse(formatAmount(value))).toBe(value)
        const up = [formatAmount(roundToGwei(value)), shortenAmount(value).text].map(
          parse,
        )
        const down = [
          roundToGwei(value, 'down'),
          parse(shortenAmount(value, {}, 'down').text),
        ]
        for (const one of up) expect(one >= value).toBe(true)
        for (const one of down) expect(one <= value).toBe(true)
        for (const one of [...up, down[1]]) expect(one === 0n).toBe(value === 0n)
      }),
    )
  })

  test('that is a row of a total is rounded before it is added', () => {
    expect(roundToGwei(gwei + 1n)).toBe(2n * gwei)
    expect(roundToGwei(gwei + 1n, 'down')).toBe(gwei)
    expect(roundToGwei(0n)).toBe(0n)
    expect(roundToGwei(3n * gwei)).toBe(3n * gwei)
  })
})

describe('dollars', () => {
  test('have two digits, and less than a cent is written as such', () => {
    expect(formatUsd(1000n * ether, 3060)).toBe('~$3,060,000.00')
    expect(formatUsd(1n, 3060)).toBe('<$0.01')
    expect(formatUsd(0n, 3060)).toBe('~$0.00')
    expect(formatUsd(ether, 1.005)).toBe('~$1.01')
    expect(formatUsd(ether, 1.004)).toBe('~$1.00')
  })

  test('to pay are rounded up to a cent, and never further', () => {
    expect(formatUsdUp(ether, 1.001)).toBe('~$1.01')
    expect(formatUsdUp(10n * ether, 0.1)).toBe('~$1.00')
    expect(formatUsdUp(7n * ether, 0.01)).toBe('~$0.07')
    expect(formatUsdUp(ether, 1e-7)).toBe('<$0.01')
    expect(formatUsdUp(10n ** 27n, 1e-7)).toBe('~$100.00')
    expect(formatUsdUp(ether, 1e21)).toBe('~$1,000,000,000,000,000,000,000.00')
    expect(formatUsdUp(1_500_000n, 1, 6)).toBe('~$1.50')
  })
})

test('groups counts and shortens addresses', () => {
  expect([7, 1204, 1_234_567].map(formatCount)).toEqual(['7', '1,204', '1,234,567'])
  expect(shortAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toBe('0x7099…79C8')
})
