import { expect, test } from 'vitest'
import { readListPhaseTexts, toListPhaseTexts } from './list-phase-values.ts'

const now = Date.parse('2026-03-01T12:00:00Z') / 1000
const reading = {
  zone: 'Europe/Berlin',
  coin: { decimals: 18, symbol: 'ETH' },
  ...{ mintFeeWei: 0n, maxSupply: 100, isListed: true },
}
const phase = {
  ...{ phaseId: 3, title: 'Friends', start: now - 60, end: now + 86_400 },
  ...{ priceWei: 4n * 10n ** 15n, maxPerWallet: 65_535, maxSupply: null },
}
const texts = toListPhaseTexts(phase, reading)
const read = (changes: Partial<typeof texts>) =>
  readListPhaseTexts({ ...texts, ...changes }, 3, reading, now)

test('the texts of a phase of a list are read back as the same phase', () => {
  for (const one of [phase, { ...phase, maxPerWallet: 2, maxSupply: 100 }]) {
    const typed = toListPhaseTexts(one, reading)
    expect(readListPhaseTexts(typed, 3, reading, now)).toEqual({ value: one })
  }
})

test.each([
  [{ title: ' ' }, 'title', 'Enter a name for the phase.'],
  [{ limit: '' }, 'limit', 'Enter how many one wallet can mint.'],
  [{ limit: '65536' }, 'limit', 'Enter at most 65,535.'],
  [{ end: '2026-02-01T10:00' }, 'end', 'This time is over. Choose a later one.'],
  [{ cap: '101' }, 'cap', 'The collection has 100 items. Enter fewer, or nothing.'],
])('%j is refused with a sentence', (changes, field, sentence) => {
  expect(read(changes)).toEqual({ problems: { [field]: sentence } })
})
