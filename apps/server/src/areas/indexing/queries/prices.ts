import { collectionState, offerAt } from '@platemark/rules/collection-state'
import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { rows, type Statement } from '../../../database/rows.ts'
import { type StateRow, toCollectionFacts, toUnixSeconds } from '../collection-facts.ts'
import { toFacet } from '../facets.ts'

/** Price and status of a collection, the end of its sale, and the time of its next change. */
export type OfferRow = {
  collection_id: string
  price_wei: string | null
  /** Status and price as a number of `toFacet`. */
  facet: number
  ends_at: Date | null
  changes_at: Date | null
}

type Offering = StateRow & { id: string }

/** Returns the offer of a collection at `now`. */
export function toOffer(collection: Offering, now: Date): OfferRow {
  const facts = toCollectionFacts(collection)
  const seconds = toUnixSeconds(now)
  const { priceWei, endsAt, changesAt } = offerAt(facts, seconds)
  const timeOf = (seconds: number | null) =>
    seconds === null ? null : new Date(seconds * 1000)
  return {
    collection_id: collection.id,
    price_wei: priceWei === null ? null : priceWei.toString(),
    facet: toFacet(collectionState(facts, seconds), priceWei),
    ends_at: timeOf(endsAt),
    changes_at: timeOf(changesAt),
  }
}

/** Updates the offers of existing collections. */
export function saveOffers(offers: OfferRow[]): Statement[] {
  if (offers.length === 0) return []
  return [
    sql`
    update collection_prices o set
      price_wei = x.price_wei, facet = x.facet, ends_at = x.ends_at, changes_at = x.changes_at
    from jsonb_to_recordset(${rows(offers)}) as x(collection_id uuid, price_wei numeric,
      facet smallint, ends_at timestamptz, changes_at timestamptz)
    where o.collection_id = x.collection_id`,
  ]
}

/** Offers updated in one transaction. */
const AT_ONCE = 2000

/** Updates the offers whose price or status changed by time up to `now`, and returns how many. */
export async function advanceOffers(database: Database, now: Date): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    // Locked before the phases are read: an indexer that changes phases writes the offer
    // last.
    const { rows: due } = await sql<Omit<Offering, 'phases'>>`
      with due as materialized (
        select collection_id from collection_prices where changes_at <= ${now}
        order by changes_at limit ${AT_ONCE} for update skip locked)
      select c.id, c.is_paused, c.minted, c.max_supply
      from due join collections c on c.id = due.collection_id`.execute(transaction)
    if (due.length === 0) return 0
    const byId = new Map(
      due.map((row) => [row.id, { ...row, phases: [] as Offering['phases'] }]),
    )
    const phases = await transaction
      .selectFrom('phases')
      .select(['collection_id', 'phase_id', 'starts_at', 'ends_at'])
      .select(['price_wei', 'max_supply', 'minted'])
      .where(
        'collection_id',
        '=',
        sql<string>`any(${`{${[...byId.keys()].join(',')}}`}::uuid[])`,
      )
      .execute()
    for (const { collection_id, ...phase } of phases) {
      byId.get(collection_id)?.phases.push(phase)
    }
    const offers = [...byId.values()].map((collection) => toOffer(collection, now))
    for (const statement of saveOffers(offers)) await statement.execute(transaction)
    return due.length
  })
}
