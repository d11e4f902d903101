import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'

/** Copies the phases of collections into the rows that cards are read from. */
export async function fillCardPhases(database: QueryExecutorProvider): Promise<void> {
  await sql`
    update collections c set card_phases = p.phases from (
      select collection_id, jsonb_agg(
        to_jsonb(p) - 'collection_id' || jsonb_build_object('price_wei', p.price_wei::text)
        order by phase_id) as phases
      from phases p group by collection_id) p
    where p.collection_id = c.id`.execute(database)
}

/** Fills the tables that triggers keep, from the rows of collections. Prices are left to `moveOffers`. */
export async function fillLists(database: Kysely<unknown>): Promise<void> {
  const kept = [
    'collection_stats',
    'collection_windows',
    'list_counts',
    'list_facet_counts',
  ]
  for (const table of kept) await sql`delete from ${sql.table(table)}`.execute(database)
  await fillCardPhases(database)
  await sql`
    update collections c set creator_name = u.username, creator_avatar = u.avatar_file
    from users u where u.address = c.creator`.execute(database)
  await sql`
    update collection_rankings r set is_listed = c.is_listed, kind = number_of_kind(c.kind)
    from collections c where c.id = r.collection_id`.execute(database)
  await sql`
    insert into collection_windows
      (collection_id, chain_id, created_at, is_listed, kind, windows, is_scored)
    select c.id, c.chain_id, c.created_at, c.is_listed, number_of_kind(c.kind), coalesce(r.windows, 0),
      s.collection_id is not null
    from collections c
    left join (select collection_id, count(*) as windows from collection_rankings group by 1) r
      on r.collection_id = c.id
    left join trending_scores s on s.collection_id = c.id`.execute(database)
  await sql`
    insert into collection_stats (collection_id, chain_id, created_at, is_listed, kind, creator,
      minted, unique_minters, volume_wei, search_text)
    select id, chain_id, created_at, is_listed, number_of_kind(kind), creator, minted, unique_minters, volume_wei,
      search_text from collections order by created_at`.execute(database)
  await fillPrices(database)
  // Where triggers are off, as of a large database, the insert above counted nothing.
  await sql`delete from list_facet_counts`.execute(database)
  await sql`
    insert into list_facet_counts (chain_id, facet, kind, change)
    select chain_id, facet, kind, count(*) from collection_prices where is_listed
    group by 1, 2, 3`.execute(database)
  await sql`
    insert into list_counts (chain_id, change, newest_block)
    select chain_id, count(*), max(created_block) from collections where is_listed
    group by chain_id`.execute(database)
}

/** Fills the table of prices, whose values are left to a job. */
export async function fillPrices(database: QueryExecutorProvider): Promise<void> {
  await sql`delete from collection_prices`.execute(database)
  await sql`
    insert into collection_prices (
      collection_id, chain_id, created_at, created_block, is_listed, kind)
    select id, chain_id, created_at, created_block, is_listed, number_of_kind(kind)
    from collections`.execute(database)
}

/** Fills the empty tables of statistics from mints and holdings. */
export async function fillStats(database: QueryExecutorProvider): Promise<void> {
  await fillMintHours(database)
  await sql`
    insert into referrer_mints
    select collection_id, referrer, sum(quantity), sum(quantity * price_wei)
    from mints where referrer is not null group by 1, 2`.execute(database)
  await sql`
    insert into holder_counts
    select collection_id, quantity, count(*) from holdings group by 1, 2`.execute(
    database,
  )
}

/** Counts a minter in the row of the first mint of the hour, of the day, and of all. */
async function fillMintHours(database: QueryExecutorProvider): Promise<void> {
  const first = (since: string) =>
    sql.raw(`count(*) filter (where counts and (previous is null
      or previous < date_trunc('${since}', time, 'UTC')))`)
  await sql`
    insert into mint_hours
    select collection_id, date_trunc('hour', time, 'UTC'), phase_id, sum(quantity),
      sum(quantity * price_wei), sum(case when price_wei = 0 then quantity else 0 end),
      sum(referred), sum(referred * price_wei), min(price_wei), max(price_wei),
      ${first('hour')}, ${first('day')},
      count(*) filter (where counts and previous is null)
    from (
      select m.*, m.minter <> c.creator as counts,
        case when m.referrer is null then 0 else m.quantity end as referred,
        lag(m.time) over (partition by m.collection_id, m.minter
          order by m.block_number, m.log_index) as previous
      from mints m join collections c on c.id = m.collection_id
    ) as m group by 1, 2, 3`.execute(database)
}
