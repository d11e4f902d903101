import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'

/** Rate of a network's coin: USD for one. */
export type Rate = { chain_id: number; usd_rate: number }

/** Stores rates for the hour of `now`; the first of an hour is kept. */
export async function insertRates(
  database: Database,
  rates: Rate[],
  now: Date,
): Promise<void> {
  if (rates.length === 0) return
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)
  await database
    .insertInto('currency_rates')
    .values(rates.map((rate) => ({ ...rate, hour })))
    .onConflict((conflict) => conflict.columns(['chain_id', 'hour']).doNothing())
    .execute()
}

const HOUR_MS = 3_600_000

/** Coin and time whose rate is looked for. */
export type RatePoint = { chain_id: number; time: Date }

/**
 * Lists the last rate stored at or before each point, in order; null where there is none of
 * the day before it.
 */
export async function listRatesAt(
  database: Database,
  points: RatePoint[],
): Promise<(number | null)[]> {
  if (points.length === 0) return []
  const chains = `{${points.map(({ chain_id }) => chain_id).join(',')}}`
  const times = `{${points.map(({ time }) => time.toISOString()).join(',')}}`
  const { rows } = await sql<{ usd_rate: number | null }>`
    select (
      select r.usd_rate from currency_rates r
      where r.chain_id = p.chain_id and r.hour <= p.time and r.hour > p.time - interval '1 day'
      order by r.hour desc limit 1
    ) as usd_rate
    from unnest(${chains}::bigint[], ${times}::timestamptz[])
      with ordinality as p (chain_id, time, place)
    order by p.place`.execute(database)
  return rows.map(({ usd_rate }) => usd_rate)
}
