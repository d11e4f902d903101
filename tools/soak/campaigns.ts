import { runFullTests } from '../run-tests.ts'

const folder = 'apps/server/src/areas/campaigns'

/** Simulations beside an independent recount, then a million events and 100,000 participants. */
runFullTests([`${folder}/verify/simulation.test.ts`, `${folder}/scale.test.ts`])
