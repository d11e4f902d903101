import { mapSlices, type Slices } from '@platemark/rules/slices'
import { expect, test } from 'vitest'
import { runSlices } from './run-slices.ts'

/** Counts to a million, and yields the share. */
function* count(): Slices<number> {
  let sum = 0
  for (let at = 1; at <= 1_000_000; at += 1) {
    sum += 1
    if (at % 1000 === 0) yield at / 1_000_000
  }
  return sum
}

test('work in slices lets other tasks run, reports progress and ends when it is stopped', async () => {
  const shares: number[] = []
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  const onProgress = (share: number) => shares.push(share)
  const sum = await runSlices(count(), {
    ...{ onProgress, sliceMs: 0, progressMs: 0 },
  })
  clearInterval(timer)
  expect([sum, turns > 0, shares.length]).toEqual([1_000_000, true, 1000])
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  const stopped = runSlices(count(), {
    signal: AbortSignal.abort(new Error('stopped')),
  })
  await expect(stopped).rejects.toThrow('stopped')
})

test('work that fails in a later slice rejects', async () => {
  const failing = mapSlices(Array(1000).keys(), (at) => {
    if (at === 600) throw new Error('not this one')
    return at
  })
  await expect(runSlices(failing)).rejects.toThrow('not this one')
})
