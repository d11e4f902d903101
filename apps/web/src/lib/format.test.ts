import { expect, test } from 'vitest'
import {
  formatAmount,
  formatCount,
  formatCountdown,
  formatLeft,
  formatUnits,
  formatUsd,
  formatUtc,
  shortAddress,
} from './format.ts'

const ether = 10n ** 18n

test('writes base units exactly, without trailing zeros', () => {
  expect(formatUnits(0n, 18)).toBe('0')
  expect(formatUnits(1n, 18)).toBe('0.000000000000000001')
  expect(formatUnits(ether, 18)).toBe('1')
  expect(formatUnits(-15n * 10n ** 17n, 18)).toBe('-1.5')
  expect(formatUnits(42n, 0)).toBe('42')
})

test('puts a non-breaking space before the symbol and groups thousands', () => {
  expect(formatAmount(ether / 1000n, { symbol: 'ETH' })).toBe('0.001\u00a0ETH')
  expect(formatAmount(1234567n * ether, { symbol: 'ETH' })).toBe('1,234,567\u00a0ETH')
})

test('shortens a long fraction, but never to nothing', () => {
  expect(formatAmount(123456789n * 10n ** 10n)).toBe('1.234567')
  expect(formatAmount(1n)).toBe('0.000000000000000001')
  expect(formatAmount(12345n)).toBe('0.000000000000012')
})

test('writes dollars with two digits and says when it is less than a cent', () => {
  expect(formatUsd(2n * (ether / 1000n), 3060)).toBe('~$6.12')
  expect(formatUsd(1000n * ether, 3060)).toBe('~$3,060,000.00')
  expect(formatUsd(1n, 3060)).toBe('<$0.01')
})

test('groups counts the same on every machine', () => {
  expect([7, 1204, 1_234_567].map(formatCount)).toEqual(['7', '1,204', '1,234,567'])
})

test('shortens an address to six and four characters', () => {
  expect(shortAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toBe('0x7099…79C8')
})

test('counts down in days and hours, under a day in seconds', () => {
  const hour = 3_600_000
  expect(formatCountdown(52 * hour)).toBe('2d\u00a004h')
  expect(formatCountdown(7 * hour + 41 * 60_000 + 12_000)).toBe('07:41:12')
  expect(formatCountdown(-5)).toBe('00:00:00')
  expect(formatLeft(9 * hour + 30 * 60_000)).toBe('9h\u00a030m')
  expect(formatLeft(12 * 60_000 + 7000)).toBe('12:07')
})

test('writes UTC whatever the zone of the machine', () => {
  expect(formatUtc('2026-11-24T18:05:00Z')).toBe('24\u00a0Nov, 18:05')
})
