import { sql } from 'kysely'
import type { Database } from '../src/database/database.ts'
import { fillCardPhases, fillPrices } from './derived-tables.ts'

/** The largest price that pages are shown with: 10^9 coins. */
const HIGHEST_WEI = 10n ** 27n
const BILLION = 1_000_000_000

/**
 * Gives collections, by their addresses, what the contracts of this site bound and those of others
 * may not: 40 phases at 1e-18 and 10^9 coins, and 10^9 holders with a picture that has no file.
 */
export async function addUnusualRows(
  database: Database,
  { phases, holders }: { phases: string; holders: string },
): Promise<void> {
  await sql`
    insert into phases (collection_id, phase_id, kind, title, starts_at, ends_at, price_wei,
      max_per_wallet, max_supply, list_root)
    select collection_id, number, p.kind, title, starts_at, ends_at,
      case when number % 2 = 0 then 1 else ${HIGHEST_WEI.toString()}::numeric end,
      max_per_wallet, ${BILLION}, list_root
    from phases p join collections c on c.id = collection_id, generate_series(15, 38) as number
    where phase_id = 14 and c.address = ${phases.toLowerCase()}`.execute(database)
  const id = sql`(select id from collections where address = ${holders.toLowerCase()})`
  await sql`
    update phases set price_wei = ${HIGHEST_WEI.toString()}::numeric where collection_id = ${id}`.execute(
    database,
  )
  await sql`
    update collections set image_file = ${`${'0'.repeat(64)}.png`}, holders = ${BILLION},
      max_supply = ${5 * BILLION}, minted = ${4 * BILLION}, unique_minters = ${BILLION}, volume_wei = ${HIGHEST_WEI.toString()}::numeric
    where id = ${id}`.execute(database)
  await sql`delete from holder_counts where collection_id = ${id}`.execute(database)
  await sql`
    insert into holder_counts (collection_id, quantity, holders)
    select ${id}, quantity, holders from (values (${BILLION}::bigint, 1::bigint), (12345678, 9),
      (1000, 90000), (2, 99909990), (1, 900000000)) as counts (quantity, holders)`.execute(
    database,
  )
  await sql`
    update holdings set quantity = ${BILLION} where collection_id = ${id}`.execute(
    database,
  )
  await fillCardPhases(database)
  await fillPrices(database)
}
