import { join } from 'node:path'
import { configure } from '../../apps/server/src/platform/configuration.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import { migrate } from '../../apps/server/src/platform/migrate.ts'
import { startServer } from '../../apps/server/src/server.ts'
import { answer, optionsOf } from './follower-child.ts'

/** The whole product in a process of its own; asked by any message, it tells its cursors. */
export type ProductOptions = { settings: Record<string, unknown>; folder: string }

/** `startedAt`: when the database stood ready and the product began, by the machine's clock. */
export type Product = { url: string; startedAt: number }

export type Cursors = { cursors: { chain_id: number; block_number: number }[] }

const { settings, folder } = optionsOf<ProductOptions>()
const configuration = configure({
  data_folder: folder,
  web_folder: join(folder, 'no-web'),
  port: 0,
  rate_limit_scale: 1_000_000,
  ...settings,
})
const { database_url: url } = configuration
const database = await openDatabase(url ? { url } : { folder })
await migrate(database.database)
const startedAt = Date.now()
const server = await startServer(configuration, { database, log: createLog('silent') })
answer<Product>({ url: server.url, startedAt })

process.on('message', async () => {
  const cursors = await server.database
    .selectFrom('chain_cursors')
    .select(['chain_id', 'block_number'])
    .execute()
  answer<Cursors>({ cursors })
})
process.on('SIGTERM', async () => {
  await server.stop()
  process.exit(0)
})
