import { runFullTests } from '../run-tests.ts'

const areas = 'apps/server/src/areas'

/** Every list and search on 32,000 collections, to the deepest page of each network. */
runFullTests([
  `${areas}/discovery/lists-plans.test.ts`,
  `${areas}/collections/reads-plans.test.ts`,
])
