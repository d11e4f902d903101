import { runFullTests } from '../run-tests.ts'

/** Runs indexers with default leases and kills the one that holds them, twenty times. */
runFullTests(['apps/server/src/indexer/takeover.test.ts'])
