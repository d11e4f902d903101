import { expect, test } from 'vitest'
import { anySignal } from './abort-signals.ts'

test('a combined signal aborts with the first of its signals, for its reason', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const signal = anySignal(one.signal, other.signal)
  expect(signal.aborted).toBe(false)
  other.abort('late')
  one.abort('later')
  expect([signal.aborted, signal.reason]).toEqual([true, 'late'])
})

test('a combined signal of one that was aborted before is aborted', () => {
  const signal = anySignal(new AbortController().signal, AbortSignal.abort('over'))
  expect([signal.aborted, signal.reason]).toEqual([true, 'over'])
})
