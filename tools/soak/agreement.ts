import { runFullTests } from '../run-tests.ts'

/** Compares mint panel and contract in `--rounds` random cases, and in deployed collections. */
runFullTests(['tools/agreement/agreement.test.ts'], ['rounds'])
