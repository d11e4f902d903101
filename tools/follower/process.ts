import { collectionProjection } from '../../apps/server/src/areas/collections/projection.ts'
import {
  startFollower,
  withdrawReports,
} from '../../apps/server/src/follower/follower.ts'
import { connectChains } from '../../apps/server/src/platform/chains.ts'
import { configure } from '../../apps/server/src/platform/configuration.ts'
import {
  type Database,
  type DatabasePlace,
  openDatabase,
} from '../../apps/server/src/platform/database.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import { migrate } from '../../apps/server/src/platform/migrate.ts'
import type { Projection } from '../../apps/server/src/platform/projection.ts'
import { snapshotConfirmed } from './compare.ts'

/** What a follower process is started with. */
export type Start = {
  place: DatabasePlace
  /** As in the configuration. */
  network: Record<string, unknown> & { id: number }
  pollMs: number
  leaseMs: number
  rpc: { timeoutMs: number; longestPauseMs: number }
}

/** What it tells by itself: a transaction began, or was committed. */
export type Told = { kind: 'ready' | 'began' | 'committed' }

export type Question = { id: number; question: 'standing' | 'confirmed' }
export type Answer = { id: number; answer: unknown }

/** Where the follower stands, in its own words. */
export type Standing = {
  cursor: { number: number; hash: string; confirmed: number; isSettled: boolean } | null
  report: { status: string; detail: string | null } | null
}

// Safe: whoever starts this process gives it its one argument in this form.
await main(JSON.parse(process.argv[2] ?? '') as Start)

/** The product's follower alone in a process, which ends with whoever started it. */
async function main({ place, network, pollMs, leaseMs, rpc }: Start) {
  process.on('disconnect', () => process.exit(1))
  const opened = await openDatabase(place)
  const { database } = opened
  await migrate(database)
  const { networks } = configure({ networks: [network] })
  const isAlone = place !== 'memory' && 'folder' in place
  const needs = {
    database,
    chains: connectChains(networks),
    projection: telling(collectionProjection),
    log: createLog('debug'),
    clock: () => new Date(),
    onApplied: () => tell({ kind: 'committed' }),
    pollMs: () => pollMs,
    isEmbedded: isAlone,
    isAlone,
    rpc: { ...rpc, answerBytes: 64 * 1024 * 1024 },
    leaseMs,
  }
  await withdrawReports(needs)
  const follower = startFollower(needs)
  process.on('message', (question: Question) => {
    answer(database, network.id, question).catch((error) => needs.log.error(error))
  })
  process.on('SIGTERM', async () => {
    await follower.stop()
    await opened.close()
    process.exit(0)
  })
  tell({ kind: 'ready' })
}

/** Says when a batch begins, inside its transaction, so that a kill can come right then. */
function telling(projection: Projection): Projection {
  return {
    ...projection,
    read(chain, logs) {
      const apply = projection.read(chain, logs)
      return async (transaction, options) => {
        tell({ kind: 'began' })
        await apply(transaction, options)
      }
    },
  }
}

async function answer(database: Database, chainId: number, { id, question }: Question) {
  const found =
    question === 'standing'
      ? await standingOf(database, chainId)
      : await snapshotConfirmed(database, chainId)
  const told: Answer = { id, answer: found }
  process.send?.(told)
}

async function standingOf(database: Database, chainId: number): Promise<Standing> {
  const cursor = await database
    .selectFrom('chain_cursors')
    .selectAll()
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
  const report = await database
    .selectFrom('chain_reports')
    .select(['status', 'detail'])
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
  return {
    cursor: cursor
      ? {
          number: cursor.block_number,
          hash: cursor.block_hash,
          confirmed: cursor.confirmed_number,
          isSettled: cursor.is_settled,
        }
      : null,
    report: report ?? null,
  }
}

function tell(told: Told) {
  process.send?.(told)
}
