import { expect, test } from 'vitest'
import {
  findCurrent,
  isArticleRead,
  measureScroll,
  minutesLeft,
} from './reading-state.ts'

test('an article is read once its end was seen and 40 % of its time was spent', () => {
  const signs = { hasSeenEnd: true, seconds: 240, readingMinutes: 10 }
  expect(isArticleRead(signs)).toBe(true)
  expect(isArticleRead({ ...signs, seconds: 239 })).toBe(false)
  expect(isArticleRead({ ...signs, hasSeenEnd: false, seconds: 9999 })).toBe(false)
})

test('the place in a text goes from 0 to 1', () => {
  expect(measureScroll({ top: 600, height: 2000 }, 1000)).toBe(0)
  expect(measureScroll({ top: -400, height: 2000 }, 1000)).toBe(0.5)
  expect(measureScroll({ top: -9000, height: 2000 }, 1000)).toBe(1)
  expect(measureScroll({ top: 0, height: 0 }, 1000)).toBe(0)
})

test('the current heading is the last one in the upper third, and the first before any is', () => {
  expect(findCurrent([900, 1800], 1000)).toBe(0)
  expect(findCurrent([-300, 300, 900], 1000)).toBe(1)
  expect(findCurrent([], 1000)).toBe(0)
})

test('minutes left are whole and never none', () => {
  expect([minutesLeft(8, 0), minutesLeft(8, 0.5), minutesLeft(8, 1)]).toEqual([8, 4, 1])
})
