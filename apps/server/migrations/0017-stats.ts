import { type Kysely, sql } from 'kysely'

/**
 * What the statistics of a collection are read from, kept with every batch of mints and moves:
 * what was sold by hour and phase; what came through each referrer; how many hold how much.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table sale_hours (
      collection_id uuid not null,
      hour timestamptz not null,
      phase_id integer not null,
      quantity bigint not null,
      volume_wei numeric(78) not null,
      free bigint not null,
      referred bigint not null,
      referred_volume_wei numeric(78) not null,
      lowest_price_wei numeric(78) not null,
      highest_price_wei numeric(78) not null,
      hour_minters bigint not null,
      day_minters bigint not null,
      new_minters bigint not null,
      primary key (collection_id, hour, phase_id)
    ) with (fillfactor = 50)`.execute(database)
  await sql`
    create table referrer_sales (
      collection_id uuid not null,
      referrer text not null,
      quantity bigint not null,
      volume_wei numeric(78) not null,
      primary key (collection_id, referrer)
    ) with (fillfactor = 80)`.execute(database)
  await sql`
    create table holder_counts (
      collection_id uuid not null,
      quantity bigint not null,
      holders bigint not null,
      primary key (collection_id, quantity)
    ) with (fillfactor = 50)`.execute(database)
  await cascadeByTrigger(database)
  await fillStats(database)
}

/** Counts what is there; the tables are empty. */
export async function fillStats(database: Kysely<unknown>): Promise<void> {
  await fillSaleHours(database)
  await sql`
    insert into referrer_sales
    select collection_id, referrer, sum(quantity), sum(quantity * price_wei)
    from mints where referrer is not null group by 1, 2`.execute(database)
  await sql`
    insert into holder_counts
    select collection_id, quantity, count(*) from holdings group by 1, 2`.execute(
    database,
  )
}

const kept = ['sale_hours', 'referrer_sales', 'holder_counts']

/** Rows go with their collection; a foreign key would look it up for every one that is written. */
async function cascadeByTrigger(database: Kysely<unknown>): Promise<void> {
  const deletions = kept.map(
    (table) => `delete from ${table} where collection_id = old.id;`,
  )
  await sql
    .raw(
      `create or replace function delete_stats_of_collection() returns trigger language plpgsql as $$
       begin ${deletions.join(' ')} return null; end $$`,
    )
    .execute(database)
  await sql`
    create or replace trigger stats_of_collection after delete on collections
      for each row execute function delete_stats_of_collection()`.execute(database)
}

/** Who minted is counted in the row of their first mint of the hour, of the day, and of all. */
async function fillSaleHours(database: Kysely<unknown>): Promise<void> {
  const first = (since: string) =>
    sql.raw(`count(*) filter (where counts and (previous is null
      or previous < date_trunc('${since}', time, 'UTC')))`)
  await sql`
    insert into sale_hours
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
