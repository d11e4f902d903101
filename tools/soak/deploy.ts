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
 * Plays the random histories `--from` to `--rounds` of drafts on a real chain, server and indexer.
 * A failure names its run: `--seed S --from RUN` goes on from it, and `--rounds RUN` ends with it.
 */
console.log(`seed ${values.seed}, runs ${values.from} to ${values.rounds}`)
runTests(['tools/deployment/deployment-runs.test.ts'], {
  PLATEMARK_SOAK: '1',
  PLATEMARK_SEED: values.seed,
  DEPLOY_RUNS: values.rounds,
  DEPLOY_FROM: values.from,
})
