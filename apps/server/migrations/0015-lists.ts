import { type Kysely, type RawBuilder, sql } from 'kysely'

/**
 * What the public lists are read by: each order is one index of the listed collections alone, so
 * that a page costs the same among a thousand and among a million.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await widenCollections(database)
  await sideTables(database)
  await widenRanks(database)
  await keepByTriggers(database)
  await fillLists(database)
}

/** Fills what triggers keep, from the rows that are there. Prices are left to `moveOffers`. */
export async function fillLists(database: Kysely<unknown>): Promise<void> {
  const kept = [
    'collection_totals',
    'collection_places',
    'collection_offers',
    'list_counts',
  ]
  for (const table of kept) await sql`delete from ${sql.table(table)}`.execute(database)
  await sql`
    update collections c set card_phases = p.phases from (
      select collection_id, jsonb_agg(
        to_jsonb(p) - 'collection_id' || jsonb_build_object('price_wei', p.price_wei::text)
        order by phase_id) as phases
      from phases p group by collection_id) p
    where p.collection_id = c.id`.execute(database)
  await sql`
    update collections c set creator_name = u.username, creator_avatar = u.avatar_file
    from users u where u.address = c.creator`.execute(database)
  await sql`
    update collection_ranks r set is_listed = c.is_listed from collections c
    where c.id = r.collection_id and c.is_listed <> r.is_listed`.execute(database)
  await sql`
    insert into collection_places
      (collection_id, chain_id, created_at, is_listed, windows, is_scored)
    select c.id, c.chain_id, c.created_at, c.is_listed, coalesce(r.windows, 0),
      s.collection_id is not null
    from collections c
    left join (select collection_id, count(*) as windows from collection_ranks group by 1) r
      on r.collection_id = c.id
    left join trending_scores s on s.collection_id = c.id`.execute(database)
  await sql`
    insert into collection_totals (collection_id, chain_id, created_at, is_listed, creator,
      minted, unique_minters, volume_wei, search_text)
    select id, chain_id, created_at, is_listed, creator, minted, unique_minters, volume_wei,
      search_text from collections order by created_at`.execute(database)
  await sql`
    insert into collection_offers (collection_id, chain_id, created_at, is_listed)
    select id, chain_id, created_at, is_listed from collections`.execute(database)
  await sql`
    insert into list_counts (chain_id, change, newest_block)
    select chain_id, count(*), max(created_block) from collections where is_listed
    group by chain_id`.execute(database)
}

async function widenCollections(database: Kysely<unknown>): Promise<void> {
  // Letters as they are compared; a line each, because no search holds a line break.
  await sql`
    alter table collections
      add column is_listed boolean not null generated always as (visibility = 'shown'
        and not is_unlisted and deleted_at is null and blocked_at is null) stored,
      add column search_text text not null generated always as (
        left(lower(name), 100) || E'\n' || left(lower(symbol), 40) || E'\n'
        || coalesce(alias, '')) stored,
      add column card_phases jsonb not null default '[]',
      add column creator_name text,
      add column creator_avatar text`.execute(database)
  const old = ['newest', 'newest_on_chain', 'popular', 'minted', 'minted_on_chain']
  for (const name of [...old, 'search']) {
    await sql`drop index ${sql.id(`collections_${name}`)}`.execute(database)
  }
  await indexes(database, 'collections', 'is_listed', {
    listed_by_block: 'chain_id, created_block, id',
  })
  // Half the pages of a tree for one row, and a list looks up each of its rows.
  for (const column of ['id', 'address']) {
    await sql`
      create index ${sql.id(`collections_by_${column}`)} on collections
        using hash (${sql.id(column)}) where is_listed`.execute(database)
  }
  // Every search reads what was not sorted into the index yet: kilobytes of it.
  await sql`
    create index collections_search on collections
      using gin ((array[chain_id]), search_text gin_trgm_ops)
      with (gin_pending_list_limit = 128) where is_listed`.execute(database)
}

/** Orders that change at other times than the collection itself. */
async function sideTables(database: Kysely<unknown>): Promise<void> {
  const columns = sql`
    collection_id uuid primary key references collections on delete cascade,
    chain_id bigint not null,
    created_at timestamptz not null,
    is_listed boolean not null`
  // In how many windows there is a rank of it: those of the longer ones, which hold the shorter.
  await sql`
    create table collection_places (
      ${columns},
      windows smallint not null default 0,
      is_scored boolean not null default false
    )`.execute(database)
  await totals(database, columns)
  const newer = 'created_at desc, collection_id desc'
  await indexes(database, 'collection_places', 'is_listed', {
    windows: `windows, ${newer}) include (chain_id`,
    windows_on_chain: `chain_id, windows, ${newer}`,
  })
  await indexes(database, 'collection_places', 'is_listed and not is_scored', {
    unscored: newer,
    unscored_on_chain: `chain_id, ${newer}`,
  })
  // What a collection costs and when that ends, until it changes by itself; null: never.
  await sql`
    create table collection_offers (
      ${columns},
      price_wei numeric(78),
      cheapness_wei numeric(78) generated always as (-price_wei) stored,
      ends_at timestamptz,
      changes_at timestamptz default '-infinity'
    )`.execute(database)
  await indexes(database, 'collection_offers', 'is_listed and price_wei is not null', {
    price: `chain_id, price_wei desc, ${newer}`,
    cheapness: `chain_id, cheapness_wei desc, ${newer}`,
  })
  await indexes(database, 'collection_offers', 'is_listed and price_wei is null', {
    unpriced_on_chain: `chain_id, ${newer}`,
  })
  await indexes(database, 'collection_offers', 'is_listed and ends_at is not null', {
    ending: 'ends_at, created_at, collection_id',
    ending_on_chain: 'chain_id, ends_at, created_at, collection_id',
  })
  await indexes(database, 'collection_offers', 'is_listed and ends_at is null', {
    endless: newer,
    endless_on_chain: `chain_id, ${newer}`,
  })
  await sql`create index collection_offers_due on collection_offers (changes_at)`.execute(
    database,
  )
  // Their sum is the count: rows are only added, so that nobody waits for another. Nothing that is
  // listed was made in a later block than the newest of them.
  await sql`
    create table list_counts (
      chain_id bigint not null,
      change bigint not null,
      newest_block bigint not null
    )`.execute(database)
  // What was listed or hidden while others may have written of it.
  await sql`create table listing_changes (collection_id uuid not null)`.execute(database)
}

/**
 * What orders of all time sort by. Narrow, because an index is read alone only where one page of
 * the map of visible rows covers the table, and without an index of the wide table that its own
 * changes would have to follow.
 */
async function totals(
  database: Kysely<unknown>,
  columns: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    create table collection_totals (
      ${columns},
      creator text not null,
      minted bigint not null,
      unique_minters bigint not null,
      volume_wei numeric(78) not null,
      search_text text not null
    )`.execute(database)
  const newer = 'created_at desc, collection_id desc'
  const minted = `minted desc, ${newer}`
  const searched = `${minted}) include (search_text`
  await indexes(database, 'collection_totals', 'is_listed', {
    newest: newer,
    newest_on_chain: `chain_id, ${newer}`,
    popular: `unique_minters desc, minted desc, ${newer}`,
    popular_on_chain: `chain_id, unique_minters desc, minted desc, ${newer}`,
    minted,
    minted_on_chain: `chain_id, ${minted}`,
    searched,
    searched_on_chain: `chain_id, ${searched}`,
    volume: `chain_id, volume_wei desc, ${newer}`,
    of_creator: `creator, chain_id, ${newer}) include (search_text`,
  })
}

async function widenRanks(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table collection_ranks add column is_listed boolean not null default false`.execute(
    database,
  )
  for (const name of [
    'minters',
    'minters_on_chain',
    'mints',
    'mints_on_chain',
    'volume',
  ]) {
    await sql`drop index ${sql.id(`collection_ranks_${name}`)}`.execute(database)
  }
  const newer = 'created_at desc, collection_id desc'
  await indexes(database, 'collection_ranks', 'is_listed', {
    minters: `time_window, minters desc, mints desc, ${newer}`,
    minters_on_chain: `time_window, chain_id, minters desc, mints desc, ${newer}`,
    mints: `time_window, mints desc, ${newer}`,
    mints_on_chain: `time_window, chain_id, mints desc, ${newer}`,
    volume: `time_window, chain_id, volume_wei desc, ${newer}`,
  })
  await indexes(database, 'collection_ranks', 'is_listed and volume_wei = 0', {
    unpaid: `time_window, ${newer}) include (chain_id`,
  })
  await sql`drop index trending_by_score`.execute(database)
  await sql`delete from trending_scores`.execute(database)
  await sql`
    alter table trending_scores
      add column created_at timestamptz not null,
      add column is_listed boolean not null,
      add column minters double precision not null,
      add column mints double precision not null,
      add column volume_usd double precision not null`.execute(database)
  await indexes(database, 'trending_scores', 'is_listed', {
    score: `score desc, ${newer}`,
    score_on_chain: `chain_id, score desc, ${newer}`,
  })
}

async function keepByTriggers(database: Kysely<unknown>): Promise<void> {
  const listing = 'collection_id, chain_id, created_at, is_listed'
  const listed = 'select id, chain_id, created_at, is_listed from new_rows'
  await trigger(database, 'list_new_collections', {
    on: 'after insert on collections referencing new table as new_rows for each statement',
    body: `insert into collection_totals (${listing}, creator, minted, unique_minters,
        volume_wei, search_text)
        select id, chain_id, created_at, is_listed, creator, minted, unique_minters,
          volume_wei, search_text from new_rows;
      insert into collection_places (${listing}) ${listed};
      insert into collection_offers (${listing}) ${listed};
      insert into list_counts (chain_id, change, newest_block)
        select chain_id, count(*), max(created_block) from new_rows where is_listed
        group by chain_id;`,
  })
  // Somebody else's rows are left to a job: whoever hides a collection never waits for a count.
  const follow = [
    'collection_ranks',
    'trending_scores',
    'collection_totals',
    'collection_places',
    'collection_offers',
  ].map(
    (table) => `update ${table} set is_listed = new.is_listed where ctid = any(array(
      select ctid from ${table} where collection_id = new.id for update skip locked));`,
  )
  await trigger(database, 'list_changed_collection', {
    on: `after update of visibility, is_unlisted, deleted_at, blocked_at on collections
      for each row when (old.is_listed <> new.is_listed)`,
    body: `${follow.join(' ')}
      insert into listing_changes (collection_id) values (new.id);
      insert into list_counts (chain_id, change, newest_block) values
        (new.chain_id, case when new.is_listed then 1 else -1 end, new.created_block);`,
  })
  await creators(database)
  const total = 'creator, minted, unique_minters, volume_wei'
  const of = (row: string) =>
    `(${[...total.split(', '), 'search_text'].map((name) => `${row}.${name}`).join(', ')})`
  await trigger(database, 'follow_totals', {
    on: `after update of ${total}, name, symbol, alias on collections
      for each row when (${of('old')} is distinct from ${of('new')})`,
    body: `update collection_totals set (${total}, search_text) = ${of('new')}
      where collection_id = new.id;`,
  })
  await trigger(database, 'count_deleted_collections', {
    on: 'after delete on collections referencing old table as old_rows for each statement',
    body: `insert into list_counts (chain_id, change, newest_block)
      select chain_id, -count(*), -1 from old_rows where is_listed group by chain_id;`,
  })
  for (const [event, rows] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ]) {
    const after = `after ${event} on`
    const each = `referencing ${rows} table as changed for each statement`
    await trigger(database, `place_ranked_after_${event}`, {
      on: `${after} collection_ranks ${each}`,
      body: `update collection_places p set windows = n.windows from (
        select x.collection_id, (select count(*) from collection_ranks r
          where r.collection_id = x.collection_id) as windows
        from (select distinct collection_id from changed) x) n
        where p.collection_id = n.collection_id and p.windows <> n.windows;`,
    })
    await trigger(database, `place_scored_after_${event}`, {
      on: `${after} trending_scores ${each}`,
      body: `update collection_places p set is_scored = ${event === 'insert'} from changed x
        where p.collection_id = x.collection_id;`,
    })
  }
}

/** Cards say what the creator is called. Of very many of one creator, a job does the rest. */
async function creators(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table creator_changes (
      address text not null,
      changed_at timestamptz not null default now()
    )`.execute(database)
  await trigger(database, 'name_creator', {
    on: 'before insert on collections for each row',
    body: `select username, avatar_file into new.creator_name, new.creator_avatar
      from users where address = new.creator; return new;`,
  })
  const change = `insert into creator_changes (address) values (new.address);
    update collections set creator_name = new.username, creator_avatar = new.avatar_file
    where ctid = any(array(select ctid from collections where creator = new.address
      order by id limit 200 for update skip locked));`
  const name = (row: string) => `(${row}.username, ${row}.avatar_file)`
  await trigger(database, 'name_collections_of_new', {
    on: `after insert on users for each row when (${name('new')} is distinct from (null, null))`,
    body: change,
  })
  await trigger(database, 'name_collections', {
    on: `after update of username, avatar_file on users for each row
      when (${name('old')} is distinct from ${name('new')})`,
    body: change,
  })
}

async function trigger(
  database: Kysely<unknown>,
  name: string,
  { on, body }: { on: string; body: string },
): Promise<void> {
  await sql
    .raw(
      `create function ${name}() returns trigger language plpgsql as
       $$ begin ${body} return null; end $$`,
    )
    .execute(database)
  await sql
    .raw(`create trigger ${name} ${on} execute function ${name}()`)
    .execute(database)
}

async function indexes(
  database: Kysely<unknown>,
  table: string,
  condition: string,
  columns: Record<string, string>,
): Promise<void> {
  for (const [name, list] of Object.entries(columns)) {
    await sql
      .raw(`create index ${table}_${name} on ${table} (${list}) where ${condition}`)
      .execute(database)
  }
}
