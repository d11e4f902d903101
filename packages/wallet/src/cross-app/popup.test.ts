import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TestOpener } from '../../test/test-opener.ts'
import { openPopup, popupTimes, waitForAnswer } from './popup.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const origin = 'https://wallet.example'

function startWait(lateKind: 'authorization_timeout' | 'request_timeout') {
  const opener = new TestOpener()
  const popup = openPopup(opener, 'connect')
  const read = async (message: unknown) =>
    typeof message === 'string' ? message : undefined
  const { promise } = waitForAnswer(opener, popup, {
    ...{ origin, read, lateKind },
    times: popupTimes,
  })
  let end: unknown = 'pending'
  promise.then(
    (answer) => {
      end = answer
    },
    (error: Error) => {
      end = error.message
    },
  )
  const answer = (message: string) => opener.receive(message, { source: popup, origin })
  return { opener, popup, answer, readEnd: () => end }
}

test('times are those of the specification, and a second for a late answer', () => {
  expect(popupTimes).toEqual({ timeoutMs: 120_000, pollMs: 300, graceMs: 1_000 })
})

test.each([
  ['connect', 'width=440,height=680,left=600,top=160'],
  ['transact', 'width=400,height=680,left=620,top=160'],
] as const)('a window to %s is over the middle of the page', (purpose, features) => {
  const opener = new TestOpener()
  openPopup(opener, purpose)
  expect(opener.lastPopup.features).toContain(features)
  expect(opener.lastPopup.location.href).toBe('about:blank')
})

test.each([
  ['authorization_timeout', 'Authorization request timed out'],
  ['request_timeout', 'Request timeout'],
] as const)('without an answer ends after two minutes: %s', async (kind, text) => {
  const { popup, readEnd } = startWait(kind)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(readEnd()).toBe('pending')
  await vi.advanceTimersByTimeAsync(1)
  expect(readEnd()).toBe(text)
  expect(popup.closed).toBe(true)
})

test('a closed window is noticed after 300 ms, and an answer counts for a second more', async () => {
  const early = startWait('request_timeout')
  early.popup.close()
  await vi.advanceTimersByTimeAsync(1_299)
  expect(early.readEnd()).toBe('pending')
  await vi.advanceTimersByTimeAsync(1)
  expect(early.readEnd()).toBe('User rejected request')

  const late = startWait('request_timeout')
  late.popup.close()
  await vi.advanceTimersByTimeAsync(1_200)
  late.answer('signed')
  await vi.advanceTimersByTimeAsync(0)
  expect(late.readEnd()).toBe('signed')
})

test('an answer that comes too late changes nothing', async () => {
  const { readEnd, answer } = startWait('request_timeout')
  await vi.advanceTimersByTimeAsync(120_000)
  answer('signed')
  await vi.advanceTimersByTimeAsync(0)
  expect(readEnd()).toBe('Request timeout')
})

test('a wait leaves neither timer nor listener', async () => {
  const opener = new TestOpener()
  const removed = vi.spyOn(opener, 'removeEventListener')
  const popup = openPopup(opener, 'transact')
  const { promise } = waitForAnswer(opener, popup, {
    origin,
    read: async () => 'done',
    lateKind: 'request_timeout',
    times: popupTimes,
  })
  opener.receive({}, { source: popup, origin })
  expect(await promise).toBe('done')
  expect(vi.getTimerCount()).toBe(0)
  expect(removed).toHaveBeenCalledOnce()
})
