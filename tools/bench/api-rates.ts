import { sql } from 'kysely'
import { moveOffers } from '../../apps/server/src/areas/collections/queries/offers.ts'
import { moveRanks } from '../../apps/server/src/areas/collections/queries/ranks.ts'
import { saveTrendingScores } from '../../apps/server/src/areas/collections/queries/trending.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { manyChains, manyNow } from '../../apps/server/test/large-database/facts.ts'
import { demand } from './api-pages.ts'
import { openProduct, type Rates } from './api-product.ts'

// Not the cheapest first: what is free is so at any rate.
const lists = ['volume', 'price_desc'].map(
  (sort_by) => `/api/contract/list?sort_by=${sort_by}&time_interval=all`,
)

/**
 * Gives every coin another worth and back, and does everything that follows from it. Answers what
 * is not as it should be: rows of collections that were written, lists that did not change.
 */
export async function changeRates(url: string): Promise<string[]> {
  const rates = Object.fromEntries(
    manyChains.map(({ alias }, place) => [alias, place + 1]),
  )
  const first = await ask(url, {})
  const before = await countWrites(url)
  const other = await ask(url, rates)
  const again = await ask(url, {})
  const written = (await countWrites(url)) - before
  const problems: string[] = []
  if (written > 0) problems.push(`A rate change wrote ${written} rows of collections.`)
  lists.forEach((list, place) => {
    if (first[place] === other[place]) problems.push(`${list} knows nothing of rates.`)
    if (first[place] !== again[place]) problems.push(`${list} does not come back.`)
  })
  return problems
}

async function ask(url: string, rates: Rates): Promise<string[]> {
  const { database, close } = await openDatabase({ url })
  const worth = manyChains.map(({ alias, id, usd_rate }) => ({
    chain_id: id,
    usd_per_wei: String((rates[alias] ?? usd_rate ?? 0) / 1e18),
  }))
  await saveTrendingScores(database, worth, manyNow)
  await moveRanks(database, manyNow)
  await moveOffers(database, manyNow)
  await close()
  const product = await openProduct({ url }, { rates })
  const bodies: string[] = []
  for (const list of lists) {
    const { body } = demand(await product.ask(list), list)
    bodies.push(namesIn(body))
  }
  // What its connections wrote is told when they end.
  await product.close()
  return bodies
}

function namesIn(body: string): string {
  const { data }: { data: { contract_id: string }[] } = JSON.parse(body)
  return data.map(({ contract_id }) => contract_id).join(' ')
}

/** Rows of collections, and of what stands beside each of them, that were ever written here. */
async function countWrites(url: string): Promise<number> {
  const { database, close } = await openDatabase({ url })
  const { rows } = await sql<{ written: number }>`
    select sum(n_tup_upd + n_tup_ins + n_tup_del)::bigint as written
    from pg_stat_user_tables where relname like 'collection%'`.execute(database)
  await close()
  return rows[0]?.written ?? 0
}
