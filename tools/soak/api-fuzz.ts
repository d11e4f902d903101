import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runTests } from '../run-tests.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    from: { type: 'string', default: '0' },
  },
})

/**
 * Sends `--requests` generated requests over all routes of the running app, and judges each
 * answer. A finding names its number: `--seed S --from NUMBER --requests 1` sends it again, and
 * the line for curl that stands below it does so by hand.
 */
console.log(`seed ${values.seed}, from request ${values.from}`)
runTests(['apps/server/src/app-fuzz.test.ts'], {
  FUZZ_REQUESTS: values.requests,
  FUZZ_SEED: values.seed,
  FUZZ_FROM: values.from,
})
