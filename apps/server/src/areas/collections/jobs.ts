import { every } from '../../platform/every.ts'
import type { Resources } from '../../platform/resources.ts'
import { moveRanks } from './queries/ranks.ts'
import { saveTrendingScores } from './queries/trending.ts'

const MINUTE = 60_000

/**
 * Computes the trending scores and moves the windows of the ranks on, now and every minute;
 * the returned function ends it.
 */
export function startCollectionJobs({
  configuration,
  database,
  clock,
  log,
}: Pick<Resources, 'configuration' | 'database' | 'clock' | 'log'>): () => Promise<void> {
  const rates = configuration.networks.map(({ id, usd_rate, native_currency }) => ({
    chain_id: id,
    usd_per_wei: String((usd_rate ?? 0) / 10 ** native_currency.decimals),
  }))
  const score = () =>
    saveTrendingScores(database, rates, clock()).catch((error: unknown) =>
      log.error({ err: error }, 'the trending scores could not be computed'),
    )
  const rank = () =>
    moveRanks(database, clock()).catch((error: unknown) =>
      log.error({ err: error }, 'the ranks could not be moved on'),
    )
  const parts = [every(MINUTE, score), every(MINUTE, rank)]
  return async () => {
    await Promise.all(parts.map((stop) => stop()))
  }
}
