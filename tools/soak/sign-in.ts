import { parseArgs } from 'node:util'
import { runTests } from '../run-tests.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '10000' } },
})

/** Plays the sign-in protocol with `--rounds` texts for the reference parser. */
runTests(['--maxWorkers', '1', 'apps/server/src/areas/session/'], {
  SIGN_IN_TEXTS: values.rounds,
})
