import { moderationCategories, reportCollection } from '@platemark/api/moderation'
import { countCharacters } from '@platemark/rules/characters'
import { expect, test } from 'vitest'
import { categories, MAX_REPORT_CHARACTERS, validateReport } from './report-draft.ts'

test('every category of the API contract is offered, once', () => {
  expect(categories.map(([category]) => category)).toEqual([...moderationCategories])
})

test('the form takes exactly the lengths that the API takes', () => {
  const takes = (text: string) =>
    reportCollection.body.safeParse({ category: 'scam', text }).success
  for (const text of [
    '🖼'.repeat(MAX_REPORT_CHARACTERS),
    `  ${'a'.repeat(MAX_REPORT_CHARACTERS)}\n`,
    'a'.repeat(MAX_REPORT_CHARACTERS + 1),
  ]) {
    expect(validateReport({ category: 'scam', text }).text === undefined).toBe(
      takes(text),
    )
  }
})

test('a report needs a category, and a text where the category is other', () => {
  expect(validateReport({ category: null, text: '' })).toEqual({
    category: 'Choose what is wrong.',
  })
  expect(validateReport({ category: 'other', text: ' ' })).toEqual({
    text: 'Describe what is wrong, so that it can be reviewed.',
  })
  expect(validateReport({ category: 'copy', text: '' })).toEqual({})
  expect(validateReport({ category: 'copy', text: 'a\u202eb' })).toEqual({
    text: 'U+202E RIGHT-TO-LEFT OVERRIDE at character 2 is not allowed. Delete it, or type that part again.',
  })
  expect(countCharacters(' 🖼\u200e ')).toBe(1)
})
