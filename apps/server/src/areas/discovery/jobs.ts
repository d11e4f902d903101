import { every } from '../../every.ts'
import type { AppContext } from '../../http/app-context.ts'
import { applyCreators } from '../collections/queries/card-creators.ts'
import { compactListCounts } from '../collections/queries/listed-state.ts'
import {
  buildReadIndexes,
  isHistoryIndexed,
} from '../collections/queries/read-indexes.ts'
import { advanceOffers } from '../indexing/queries/prices.ts'
import { advanceWindows, applyListings } from '../indexing/queries/rankings.ts'
import { compactFacetCounts } from './queries/list-filter.ts'
import { saveTrendingScores } from './queries/trending.ts'

const SECOND = 1000
const MINUTE = 60_000

type Needs = Pick<AppContext, 'configuration' | 'database' | 'chains' | 'clock' | 'log'>

/**
 * Starts the periodic jobs of lists: trending scores, ranking windows, list counts and
 * read indexes every minute, prices and listings every second. The returned function
 * stops them.
 */
export function startCollectionJobs(needs: Needs): () => Promise<void> {
  const { configuration, database, clock, log } = needs
  const rates = configuration.networks.map(({ id, usd_rate, native_currency }) => ({
    chain_id: id,
    usd_per_wei: String((usd_rate ?? 0) / 10 ** native_currency.decimals),
  }))
  const ending = new AbortController()
  /**
   * Runs `work` every `ms` milliseconds; a failure is only logged, because the next run
   * retries.
   */
  const job = (ms: number, failed: string, work: () => Promise<unknown>) =>
    every(ms, async () => {
      try {
        await work()
      } catch (error) {
        log.error({ err: error }, failed)
      }
    })
  const parts = [
    job(MINUTE, 'trending scores failed', () =>
      saveTrendingScores(database, rates, clock()),
    ),
    job(MINUTE, 'ranking windows failed', async () => {
      await advanceWindows(database, clock())
      await applyListings(database, { isPatient: true })
      await applyCreators(database, clock())
    }),
    job(MINUTE, 'read index build failed', () =>
      buildIndexesWhenSynced(needs, ending.signal).catch((error: unknown) => {
        if (!ending.signal.aborted) throw error
      }),
    ),
    job(MINUTE, 'list count compaction failed', async () => {
      await compactListCounts(database)
      await compactFacetCounts(database)
    }),
    job(SECOND, 'offer update failed', () => advanceAllOffers(needs, ending.signal)),
    job(SECOND, 'listing update failed', () => applyListings(database)),
  ]
  return async () => {
    ending.abort()
    await Promise.all(parts.map((stop) => stop()))
  }
}

async function advanceAllOffers(
  { database, clock }: Needs,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await advanceOffers(database, clock())) > 0);
}

async function buildIndexesWhenSynced(
  { configuration, database, chains, clock, log }: Needs,
  signal: AbortSignal,
): Promise<void> {
  if (configuration.database_url === null) {
    // The embedded database blocks during a build, so the build does not wait for the
    // backfill.
    await buildReadIndexes(database)
    return
  }
  const followed = chains.flatMap(({ id, contracts }) => (contracts ? [id] : []))
  if (!(await isHistoryIndexed(database, followed, clock()))) return
  const began = performance.now()
  const built = await buildReadIndexes(database, signal)
  if (built.length === 0) return
  const ms = Math.round(performance.now() - began)
  log.info({ built, ms }, 'read indexes built')
}
