import { runFullTests } from '../run-tests.ts'

const areas = 'apps/server/src/areas'

/**
 * Every list and search on 32,000 collections, or as many as `PLANS_COLLECTIONS` has, to the
 * deepest page of each network.
 */
runFullTests([
  `${areas}/discovery/lists-plans.test.ts`,
  `${areas}/collections/reads-plans.test.ts`,
])
