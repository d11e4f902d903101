import { type Kysely, sql } from 'kysely'

/** What was minted within each limited time of the lists, kept with every mint. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table rank_marks (
      time_window text primary key,
      since timestamptz not null
    )`.execute(database)
  await sql`
    create table collection_ranks (
      time_window text not null,
      collection_id uuid not null references collections on delete cascade,
      chain_id bigint not null,
      created_at timestamptz not null,
      minters bigint not null,
      mints bigint not null,
      volume_wei numeric(78) not null,
      primary key (collection_id, time_window)
    )`.execute(database)
  // No window has moved yet, so each of them holds everything.
  await sql`
    insert into collection_ranks
    select w.time_window, c.id, c.chain_id, c.created_at, coalesce(p.minters, 0), m.mints,
      m.volume_wei
    from (
      select collection_id, sum(quantity) as mints, sum(quantity * price_wei) as volume_wei
      from mints group by collection_id
    ) as m
    join collections c on c.id = m.collection_id
    left join (
      select n.collection_id, count(*) as minters from minters n
      join collections k on k.id = n.collection_id and k.creator <> n.minter
      group by n.collection_id
    ) as p on p.collection_id = c.id
    cross join (values ('1h'), ('6h'), ('24h'), ('7d'), ('30d')) as w(time_window)`.execute(
    database,
  )
  for (const [name, columns] of [
    ['minters', 'minters desc'],
    ['mints', 'mints desc, created_at desc, collection_id desc'],
  ]) {
    await sql
      .raw(
        `create index collection_ranks_${name} on collection_ranks (time_window, ${columns})`,
      )
      .execute(database)
    await sql
      .raw(
        `create index collection_ranks_${name}_on_chain on collection_ranks (time_window, chain_id, ${columns})`,
      )
      .execute(database)
  }
  // Amounts of two chains are not of one coin, so only those of one stand in order.
  await sql`create index collection_ranks_volume on collection_ranks (time_window, chain_id, volume_wei desc, created_at desc, collection_id desc)`.execute(
    database,
  )
  const listed = sql`where visibility = 'shown' and not is_unlisted and deleted_at is null`
  await sql`create index collections_minted on collections (minted desc, created_at desc, id desc) ${listed}`.execute(
    database,
  )
  await sql`create index collections_minted_on_chain on collections (chain_id, minted desc, created_at desc, id desc) ${listed}`.execute(
    database,
  )
}
