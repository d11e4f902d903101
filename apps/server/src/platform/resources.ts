import type { Logger } from 'pino'
import type { Chain } from './chains.ts'
import type { Configuration } from './configuration.ts'
import type { Database } from './database.ts'
import type { FileStore } from './files.ts'
import type { Listen } from './listen.ts'

export type { Logger }

/** What the areas work with; opened once by `startServer`, handed down as a parameter. */
export type Resources = {
  configuration: Configuration
  database: Database
  listen: Listen
  chains: Chain[]
  files: FileStore
  clock: () => Date
  log: Logger
}
