import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runTests } from '../run-tests.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    from: { type: 'string', default: '1' },
  },
})

/**
 * Plays `--rounds` random histories of drafts on a real chain, server and indexer. A failure names
 * its run: `--seed S --from RUN` goes on from it.
 */
console.log(`seed ${values.seed}, from run ${values.from}`)
runTests(['tools/deployment/deployment-runs.test.ts'], {
  PLATEMARK_SOAK: '1',
  PLATEMARK_SEED: values.seed,
  DEPLOY_RUNS: values.rounds,
  DEPLOY_FROM: values.from,
})
