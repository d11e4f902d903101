import { expect, test } from 'vitest'
import {
  articleHref,
  countLessons,
  countMinutes,
  formatLongDay,
  toNumberWord,
  toTagName,
} from './article-words.ts'

test('numbers begin a sentence as words up to twenty', () => {
  expect([toNumberWord(1), toNumberWord(16), toNumberWord(21)]).toEqual([
    'One',
    'Sixteen',
    '21',
  ])
})

test('counts have their plural, tags a capital and blanks', () => {
  expect([countLessons(1), countLessons(4)]).toEqual(['1 lesson', '4 lessons'])
  expect([countMinutes(1), countMinutes(0)]).toEqual(['1 minute', '0 minutes'])
  expect(toTagName('smart-wallets')).toBe('Smart wallets')
})

test('days are those of UTC', () => {
  expect(formatLongDay('2026-11-27')).toBe('27 November 2026')
  expect(formatLongDay('2026-12-31T23:59:59.000Z')).toBe('31 December 2026')
})

test('a lesson is linked at a heading', () => {
  expect(articleHref('wallet-basics')).toBe('/academy/wallet-basics')
  expect(articleHref('wallet-basics', 'in-short')).toBe('/academy/wallet-basics#in-short')
})
