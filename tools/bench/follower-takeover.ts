import { startPostgres } from '../../apps/server/test/postgres.ts'
import { watchTakeovers } from '../../apps/server/test/takeover.ts'

const KILLS = 20

/** Two followers of which one is killed again and again; answers what is not as it should be. */
export async function measureTakeover(): Promise<string[]> {
  const postgres = await startPostgres()
  try {
    const { times, differences } = await watchTakeovers(postgres.url, KILLS)
    const sorted = times.toSorted((a, b) => a - b)
    const seconds = (ms = Number.NaN) => `${(ms / 1000).toFixed(1)} s`
    console.log(
      `Takeover: ${KILLS} kills, others wrote on after ${seconds(sorted[sorted.length >> 1])} (median), ${seconds(sorted.at(-1))} (longest)`,
    )
    return differences
  } finally {
    await postgres.stop()
  }
}
