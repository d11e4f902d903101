import { expect, test } from 'vitest'
import { readPhaseTexts, toPhaseTexts } from './phase-values.ts'

const now = Date.parse('2026-03-01T12:00:00Z') / 1000
const reading = {
  zone: 'Europe/Berlin',
  coin: { decimals: 18, symbol: 'ETH' },
  mintFeeWei: 120_000n * 10n ** 9n,
  maxSupply: 1_000,
}
const terms = {
  ...{ priceWei: 4n * 10n ** 15n, start: now - 60, end: now + 86_400 },
  ...{ walletLimit: 5, supplyCap: 200 },
}
const texts = toPhaseTexts(terms, reading, now)
const read = (changes: Partial<typeof texts>) =>
  readPhaseTexts({ ...texts, ...changes }, reading, now)

test('the texts of any terms are read back as the same terms', () => {
  const endless = { ...terms, end: 4_294_967_295, walletLimit: 65_535, supplyCap: 0 }
  const repeatedHour = { ...terms, end: Date.parse('2026-10-25T01:30:00Z') / 1000 }
  for (const one of [terms, endless, repeatedHour]) {
    const typed = toPhaseTexts(one, reading, now)
    expect(readPhaseTexts(typed, reading, now)).toEqual({ value: one })
  }
  expect(texts).toMatchObject({ price: '0.004', start: '2026-03-01T12:59', limit: '5' })
})

test('a collection without a public phase is offered one of a week that can be signed', () => {
  const none = { priceWei: 0n, start: 0, end: 0, walletLimit: 0, supplyCap: 0 }
  const offered = readPhaseTexts(toPhaseTexts(none, reading, now), reading, now)
  expect(offered).toMatchObject({ value: { walletLimit: 65_535, supplyCap: 0 } })
})

test.each([
  [{ price: '0.00005' }, 'price', 'Use 0, or at least 0.00006 ETH: half the mint fee.'],
  [{ price: '0,5' }, 'price', 'Write decimals with a point.'],
  [{ end: '2026-02-01T10:00' }, 'end', 'This time is over. Choose a later one.'],
  [{ start: '2026-03-05T10:00' }, 'end', 'The end must come after the start.'],
  [
    { end: '2026-03-29T02:30' },
    'end',
    'Clocks are set forward, so this time does not exist on that day.',
  ],
  [
    { end: '2026-10-25T02:30' },
    'end',
    'Clocks are set back, so this time occurs twice. Choose which one.',
  ],
  [{ start: '' }, 'start', 'Enter a day and a time.'],
  [{ limit: '0' }, 'limit', 'Enter at least 1.'],
  [{ cap: 'all' }, 'cap', 'Enter a whole number.'],
  [{ cap: '1001' }, 'cap', 'The collection has 1,000 items. Enter fewer, or nothing.'],
])('%j is refused with a sentence', (changes, field, sentence) => {
  expect(read(changes)).toEqual({ problems: { [field]: sentence } })
})
