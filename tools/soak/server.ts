import { runFullTests } from '../run-tests.ts'

const areas = 'apps/server/src/areas'

/** The tests of the server of which `npm test` plays a part, with another seed each time. */
runFullTests([
  'apps/server/src/files/masters.test.ts',
  `${areas}/discovery/lists.test.ts`,
  `${areas}/discovery/rankings.test.ts`,
  `${areas}/live/listeners.test.ts`,
  `${areas}/profile/update-avatar.test.ts`,
])
