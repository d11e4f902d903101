import { expect, test } from 'vitest'
import { chooseLead } from './choose-lead.ts'

const articles = ['one', 'two', 'three'].map((alias) => ({ alias }))
const [one, two, three] = articles

test('the first lesson is where a new reader starts', () => {
  expect(chooseLead(articles, {}, {})).toEqual({ kind: 'start', article: one })
})

test('a reader goes on with the lesson that was open last and is not completed', () => {
  const kept = {
    one: { state: 'started', scroll: 0.2, at: 5 },
    two: { state: 'read', scroll: 1, at: 7 },
    three: { state: 'read', scroll: 1, at: 9 },
  } as const
  const states = { one: 'started', two: 'read', three: 'completed' } as const
  expect(chooseLead(articles, states, kept)).toEqual({ kind: 'quiz', article: two })
  expect(chooseLead(articles, { ...states, two: 'completed' }, kept)).toEqual({
    kind: 'continue',
    article: one,
  })
})

test('a lesson that was begun in another browser comes before a new one', () => {
  const states = { one: 'completed', three: 'started' } as const
  expect(chooseLead(articles, states, {})).toEqual({ kind: 'continue', article: three })
  expect(chooseLead(articles, { one: 'completed' }, {})).toEqual({
    kind: 'next',
    article: two,
  })
})

test('once all are completed there is none', () => {
  const states = { one: 'completed', two: 'completed', three: 'completed' } as const
  expect(chooseLead(articles, states, {})).toEqual({ kind: 'done' })
})
