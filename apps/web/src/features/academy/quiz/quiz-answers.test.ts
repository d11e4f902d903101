import type { Quiz } from '@platemark/api/academy'
import { expect, test } from 'vitest'
import { chooseOption, countToPass, findUnanswered, keepAnswers } from './quiz-answers.ts'

const single = {
  id: 'one',
  type: 'single' as const,
  prompt: 'One?',
  options: ['a', 'b'].map((id) => ({ id, text: id })),
}
const multiple = { ...single, id: 'many', type: 'multiple' as const }
const quiz: Quiz = {
  alias: 'gas',
  locale: 'en',
  quiz_version: '0123456789abcdef',
  pass_percent: 80,
  questions: [single, multiple],
}

test('an option replaces the one before, or is added and taken away where several count', () => {
  expect(chooseOption({ one: ['a'] }, single, 'b')).toEqual({ one: ['b'] })
  const both = chooseOption({ many: ['a'] }, multiple, 'b')
  expect(both).toEqual({ many: ['a', 'b'] })
  expect(chooseOption(both, multiple, 'a')).toEqual({ many: ['b'] })
})

test('questions without an answer are found in order', () => {
  expect(findUnanswered(quiz, { many: [] })).toEqual(['one', 'many'])
  expect(findUnanswered(quiz, { one: ['a'], many: ['b'] })).toEqual([])
})

test('a newer quiz keeps the answers that it still has', () => {
  const newer = { ...quiz, questions: [{ ...single, options: [{ id: 'b', text: 'b' }] }] }
  expect(keepAnswers(newer, { one: ['a'], many: ['a'] })).toEqual({})
  expect(keepAnswers(newer, { one: ['b'] })).toEqual({ one: ['b'] })
})

test('80 percent are four of four or five, and five of six', () => {
  const questions = [single, single, single, single, single, single]
  const count = (size: number) =>
    countToPass({ ...quiz, questions: questions.slice(0, size) })
  expect([count(4), count(5), count(6)]).toEqual([4, 4, 5])
})
