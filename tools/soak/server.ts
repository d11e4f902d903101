import { runFullTests } from '../run-tests.ts'

const areas = 'apps/server/src/areas'

/** Tests of the server of which `npm test` plays a part, with another seed each time. */
runFullTests([
  'apps/server/src/app-limits.test.ts',
  'apps/server/src/files/masters.test.ts',
  `${areas}/collections/reads-property.test.ts`,
  `${areas}/discovery/lists.test.ts`,
  `${areas}/discovery/rankings.test.ts`,
  `${areas}/indexing/projection-undo.test.ts`,
  `${areas}/live/listeners.test.ts`,
  `${areas}/moderation/postgres.test.ts`,
  `${areas}/profile/update-avatar.test.ts`,
  `${areas}/session/postgres.test.ts`,
])
