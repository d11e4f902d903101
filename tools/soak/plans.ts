import { runFullTests } from '../run-tests.ts'

const collections = 'apps/server/src/areas/collections'

/** Every list and search on 32,000 collections, to the deepest page of each network. */
runFullTests([`${collections}/lists-plans.test.ts`, `${collections}/reads-plans.test.ts`])
