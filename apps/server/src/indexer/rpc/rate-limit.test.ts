import { expect, test } from 'vitest'
import { rateLimit } from './rate-limit.ts'

const never = new AbortController().signal

/** A clock that waiting moves on, and how long each wait was. */
function clocked(perSecond: number) {
  const clock = { now: 0, waits: [] as number[] }
  const wait = async (ms: number) => {
    clock.waits.push(ms)
    clock.now += ms
  }
  return { clock, limit: rateLimit(perSecond, () => clock.now, wait) }
}

test('lets one second of requests through at once, then one after another', async () => {
  const { clock, limit } = clocked(10)
  for (let times = 0; times < 12; times += 1) await limit(1, never)
  expect(clock.waits).toEqual([100, 100])
})

test('counts each member of a batch, also of one that is larger than a second', async () => {
  const { clock, limit } = clocked(10)
  await limit(25, never)
  expect(clock.waits).toEqual([1500])
})

test('saves at most one second of requests', async () => {
  const { clock, limit } = clocked(10)
  await limit(10, never)
  clock.now += 60_000
  for (let times = 0; times < 11; times += 1) await limit(1, never)
  expect(clock.waits).toEqual([100])
})

test('lets one request through at once at less than one a second', async () => {
  const { clock, limit } = clocked(0.5)
  await limit(1, never)
  await limit(1, never)
  expect(clock.waits).toEqual([2000])
})

test('gives back the requests of an aborted wait', async () => {
  const stop = new AbortController()
  const waits: number[] = []
  const wait = async (ms: number) => {
    waits.push(ms)
    stop.abort(new Error('stopped'))
  }
  const limit = rateLimit(1, () => 0, wait)
  await limit(1, never)
  await expect(limit(5, stop.signal)).rejects.toThrow('stopped')
  await expect(limit(5, stop.signal)).rejects.toThrow('stopped')
  await limit(1, never)
  expect(waits).toEqual([5000, 1000])
})
