import { expect, test } from 'vitest'
import {
  formatAmount,
  formatCount,
  formatUnits,
  formatUsd,
  shortAddress,
} from './amounts.ts'

const ether = 10n ** 18n

test('writes base units exactly, without trailing zeros', () => {
  expect(formatUnits(0n, 18)).toBe('0')
  expect(formatUnits(1n, 18)).toBe('0.000000000000000001')
  expect(formatUnits(-15n * 10n ** 17n, 18)).toBe('-1.5')
  expect(formatUnits(42n, 0)).toBe('42')
})

test('puts a non-breaking space before the symbol and groups thousands', () => {
  expect(formatAmount(ether / 1000n, { symbol: 'ETH' })).toBe('0.001\u00a0ETH')
  expect(formatAmount(1234567n * ether, { symbol: 'ETH' })).toBe('1,234,567\u00a0ETH')
})

test('shortens a long fraction, but never to nothing', () => {
  expect(formatAmount(123456789n * 10n ** 10n)).toBe('1.234567')
  expect(formatAmount(12345n)).toBe('0.000000000000012')
})

test('writes dollars with two digits, and less than a cent as such', () => {
  expect(formatUsd(1000n * ether, 3060)).toBe('~$3,060,000.00')
  expect(formatUsd(1n, 3060)).toBe('<$0.01')
})

test('groups counts and shortens addresses', () => {
  expect([7, 1204, 1_234_567].map(formatCount)).toEqual(['7', '1,204', '1,234,567'])
  expect(shortAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toBe('0x7099…79C8')
})
