import { runFullTests } from '../run-tests.ts'

/** All golden drops: their rehearsals against their sales on a real chain. */
runFullTests(['apps/server/src/areas/studio/rehearsal/golden-rehearsals.test.ts'])
