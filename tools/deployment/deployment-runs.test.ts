import { afterAll, afterEach, expect, test } from 'vitest'
import { seedOr, share } from '../../apps/server/test/share.ts'
import { startDeploying } from './deploying.ts'
import { playRun } from './random-runs.ts'

const { DEPLOY_RUNS, DEPLOY_FROM = '1' } = process.env
const seed = seedOr(29)
const first = Number(DEPLOY_FROM)
const runs = Number(DEPLOY_RUNS ?? share(2, 50))

const desk = await startDeploying()
afterEach(desk.endAll)
afterAll(desk.stop)

test('a draft becomes one collection at most, whatever happens in between', async () => {
  let created = 0
  for (let index = first; index < first + runs; index += 1) {
    const result = await playRun(desk, { seed, index })
    created += result.created
    const end = result.isAbandoned ? 'abandoned' : 'deployed'
    const played = result.actions.join(', ')
    process.stdout.write(`run ${index}: ${end}, ${result.created} created: ${played}\n`)
  }
  expect(created).toBeGreaterThan(0)
  expect(created).toBeLessThanOrEqual(runs)
}, 3_600_000)
