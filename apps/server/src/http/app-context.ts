import type { Academy } from '@platemark/academy/read-academy'
import type { Logger } from 'pino'
import type { Chain } from '../configuration/chains.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Database } from '../database/database.ts'
import type { Listen } from '../database/listen.ts'
import type { FileStore } from '../files/file-store.ts'
import type { UploadPlaces } from './upload-places.ts'

export type { Logger }

/** Dependencies of the areas, created once by `startServer` and passed as a parameter. */
export type AppContext = {
  configuration: Configuration
  database: Database
  listen: Listen
  chains: Chain[]
  files: FileStore
  /** Places of uploads in the memory of this process. */
  uploads: UploadPlaces
  /** Articles and quizzes of this release. */
  academy: Academy
  clock: () => Date
  log: Logger
}
