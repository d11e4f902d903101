import { afterAll, afterEach, expect, test } from 'vitest'
import { firstOr, roundsOr, seedOr } from '../../apps/server/test/share.ts'
import { startDeploying } from './deploying.ts'
import { type Situation, situations } from './random-acts.ts'
import { playRun } from './random-runs.ts'

const seed = seedOr(29)
const first = firstOr(1)
const last = roundsOr(2, 50)
/** Runs that meet every situation, whatever the seed. */
const MIN_COVERING_RUNS = 50

const desk = await startDeploying()
afterEach(desk.endAll)
afterAll(desk.stop)

test('a draft becomes one collection at most, whatever happens in between', async () => {
  let created = 0
  const met = new Map<Situation, number>()
  for (let index = first; index <= last; index += 1) {
    const result = await playRun(desk, { seed, index })
    created += result.created
    for (const one of result.met) met.set(one, (met.get(one) ?? 0) + 1)
    const end = result.isAbandoned ? 'abandoned' : 'deployed'
    const played = result.actions.join(', ')
    process.stdout.write(`run ${index}: ${end}, ${result.created} created: ${played}\n`)
  }
  const counts = situations.map((one) => `${one} ${met.get(one) ?? 0}`)
  process.stdout.write(`runs with each situation: ${counts.join(', ')}\n`)
  const count = last - first + 1
  expect(created).toBeLessThanOrEqual(count)
  if (count < MIN_COVERING_RUNS) return
  expect(created).toBeGreaterThan(0)
  expect(situations.filter((one) => !met.has(one))).toEqual([])
}, 3_600_000)
