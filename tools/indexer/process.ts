import { collectionProjection } from '../../apps/server/src/areas/indexing/projection.ts'
import { connectChains } from '../../apps/server/src/configuration/chains.ts'
import { configure } from '../../apps/server/src/configuration/configuration.ts'
import {
  type Database,
  type DatabasePlace,
  openDatabase,
} from '../../apps/server/src/database/database.ts'
import { migrate } from '../../apps/server/src/database/migrate.ts'
import { createLog } from '../../apps/server/src/http/log.ts'
import { resetStatuses, startIndexer } from '../../apps/server/src/indexer/indexer.ts'
import type { Projection } from '../../apps/server/src/indexer/projection.ts'
import { readConfirmed } from './compare.ts'

/** Argument of a follower process. */
export type Start = {
  place: DatabasePlace
  /** As in the configuration. */
  network: Record<string, unknown> & { id: number }
  pollMs: number
  leaseMs: number
  rpc: { timeoutMs: number; maxPauseMs: number }
}

/** Sent without a question: the database is open, a batch began, a batch was committed. */
export type Message = 'ready' | 'began' | 'committed'

export type Question = 'cursor' | 'confirmed'
export type Answer = { answer: unknown }

export type Cursor = Awaited<ReturnType<typeof readCursor>>

// Safe: whoever starts this process gives it its one argument in this form.
await main(JSON.parse(process.argv[2] ?? '') as Start)

/** Runs the product's follower until the parent process ends. */
async function main({ place, network, pollMs, leaseMs, rpc }: Start) {
  process.on('disconnect', () => process.exit(1))
  const opened = await openDatabase(place)
  const { database } = opened
  await migrate(database)
  const configuration = configure({ networks: [network] })
  const isAlone = place !== 'memory' && 'folder' in place
  const needs = {
    database,
    chains: connectChains(configuration),
    projection: telling(collectionProjection),
    log: createLog('debug'),
    clock: () => new Date(),
    onApplied: () => tell('committed'),
    pollMs: () => pollMs,
    isEmbedded: isAlone,
    isAlone,
    rpc: { ...rpc, answerBytes: 64 * 1024 * 1024 },
    leaseMs,
  }
  await resetStatuses(needs)
  const follower = startIndexer(needs)
  process.on('message', (question: Question) => {
    answer(database, network.id, question).catch((error) => needs.log.error(error))
  })
  process.on('SIGTERM', async () => {
    await follower.stop()
    await opened.close()
    process.exit(0)
  })
  tell('ready')
}

/** Sends a message when a batch begins, inside its transaction, for a kill within it. */
function telling(projection: Projection): Projection {
  return {
    ...projection,
    decode(chain, logs) {
      const apply = projection.decode(chain, logs)
      return async (transaction, options) => {
        tell('began')
        await apply(transaction, options)
      }
    },
  }
}

async function answer(database: Database, chainId: number, question: Question) {
  const read = question === 'cursor' ? readCursor : readConfirmed
  process.send?.({ answer: await read(database, chainId) } satisfies Answer)
}

function readCursor(database: Database, chainId: number) {
  return database
    .selectFrom('chain_cursors')
    .select(['block_number', 'block_hash', 'confirmed_number', 'is_backfilled'])
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
}

function tell(message: Message) {
  process.send?.(message)
}
