import { runFullTests } from '../run-tests.ts'

/**
 * Sends `--rounds` generated requests over all routes of the running app, and judges each answer. A
 * finding names its number: `--seed S --from NUMBER --rounds 1` sends it again, and the line for
 * curl that stands below it does so by hand.
 */
runFullTests(['apps/server/src/app-fuzz.test.ts'], ['rounds', 'from'])
