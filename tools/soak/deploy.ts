import { runFullTests } from '../run-tests.ts'

/**
 * Plays the random histories `--from` to `--rounds` of drafts on a real chain, server and indexer.
 * A failure names its run: `--seed S --from RUN` goes on from it, and `--rounds RUN` ends with it.
 */
runFullTests(['tools/deployment/deployment-runs.test.ts'], ['rounds', 'from'])
