import { collectionProjection } from '../../apps/server/src/areas/indexing/projection.ts'
import { connectChains } from '../../apps/server/src/configuration/chains.ts'
import { configure } from '../../apps/server/src/configuration/configuration.ts'
import {
  type Database,
  type DatabaseLocation,
  openDatabase,
} from '../../apps/server/src/database/database.ts'
import { migrate } from '../../apps/server/src/database/migrate.ts'
import { createLog } from '../../apps/server/src/http/log.ts'
import { resetStatuses, startIndexer } from '../../apps/server/src/indexer/indexer.ts'
import type { Projection } from '../../apps/server/src/indexer/projection.ts'
import { readConfirmed } from './compare.ts'

/** Argument of an indexer process. */
export type ProcessOptions = {
  place: DatabaseLocation
  /** As in the configuration. */
  network: Record<string, unknown> & { id: number }
  pollMs: number
  leaseMs: number
  rpc: { timeoutMs: number; maxPauseMs: number }
}

/** Sent without a request: the database is open, a batch began, a batch was committed. */
export type ProcessEvent = 'ready' | 'began' | 'committed'

export type ProcessRequest = 'cursor' | 'confirmed'
export type ProcessResponse = { response: unknown }

export type Cursor = Awaited<ReturnType<typeof readCursor>>

// Safe: the parent passes the one argument in this form.
await main(JSON.parse(process.argv[2] ?? '') as ProcessOptions)

/** Runs the product's indexer until the parent process ends. */
async function main({ place, network, pollMs, leaseMs, rpc }: ProcessOptions) {
  process.on('disconnect', () => process.exit(1))
  const opened = await openDatabase(place)
  const { database } = opened
  await migrate(database)
  const configuration = configure({ networks: [network] })
  const isAlone = place !== 'memory' && 'folder' in place
  const options = {
    database,
    chains: connectChains(configuration),
    projection: withBatchEvents(collectionProjection),
    log: createLog('debug'),
    clock: () => new Date(),
    onApplied: () => emit('committed'),
    pollMs: () => pollMs,
    isEmbedded: isAlone,
    isAlone,
    rpc: { ...rpc, maxResponseBytes: 64 * 1024 * 1024 },
    leaseMs,
  }
  await resetStatuses(options)
  const indexer = startIndexer(options)
  process.on('message', (request: ProcessRequest) => {
    respond(database, network.id, request).catch((error) => options.log.error(error))
  })
  process.on('SIGTERM', async () => {
    await indexer.stop()
    await opened.close()
    process.exit(0)
  })
  emit('ready')
}

/** Emits an event when a batch begins, inside its transaction, for a kill within it. */
function withBatchEvents(projection: Projection): Projection {
  return {
    ...projection,
    decode(chain, logs) {
      const apply = projection.decode(chain, logs)
      return async (transaction, options) => {
        emit('began')
        return apply(transaction, options)
      }
    },
  }
}

async function respond(database: Database, chainId: number, request: ProcessRequest) {
  const read = request === 'cursor' ? readCursor : readConfirmed
  process.send?.({ response: await read(database, chainId) } satisfies ProcessResponse)
}

function readCursor(database: Database, chainId: number) {
  return database
    .selectFrom('chain_cursors')
    .select(['block_number', 'block_hash', 'confirmed_number', 'is_backfilled'])
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
}

function emit(event: ProcessEvent) {
  process.send?.(event)
}
