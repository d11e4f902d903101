import { moderationCategories, reportCollection } from '@platemark/api/moderation'
import { expect, test } from 'vitest'
import { categories, faultsOf, lengthOf, mostCharacters } from './report-draft.ts'

test('every category of the API contract is offered, once', () => {
  expect(categories.map(([category]) => category)).toEqual([...moderationCategories])
})

test('the form takes exactly the lengths that the API contract takes', () => {
  const takes = (text: string) =>
    reportCollection.body.safeParse({ category: 'scam', text }).success
  for (const text of [
    '🖼'.repeat(mostCharacters),
    `  ${'a'.repeat(mostCharacters)}\n`,
    'a'.repeat(mostCharacters + 1),
  ]) {
    expect(faultsOf({ category: 'scam', text }).text === undefined).toBe(takes(text))
  }
})

test('a report says what is wrong, in own words where nothing else says it', () => {
  expect(faultsOf({ category: null, text: '' })).toEqual({
    category: 'Choose what is wrong.',
  })
  expect(faultsOf({ category: 'other', text: ' ' })).toEqual({
    text: 'Say what it is, so that somebody can look at it.',
  })
  expect(faultsOf({ category: 'copy', text: '' })).toEqual({})
  expect(lengthOf(' 🖼 ')).toBe(1)
})
