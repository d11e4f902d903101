import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../src/database/database.ts'
import {
  addressSql,
  blockSql,
  chainSql,
  createdAtSql,
  creatorSql,
  hashSql,
  idSql,
  type ManyRows,
  now,
  priceSql,
} from './columns.ts'
import { descriptionSql, nameSql } from './names.ts'
import type { SqlRandom } from './prng.ts'

/**
 * Fills `users`, `collections` and `phases`, whose counters are summed from the mints.
 */
export async function fillCollections(
  database: Database,
  rows: ManyRows,
  random: SqlRandom,
) {
  await sql`
    insert into users (address, account_kind, auth_chain_id, username)
    select ${addressSql('wallet', sql`w`)}, 'key', null, 'collector_' || w
    from generate_series(1, ${sql.lit(Math.ceil(rows.collections / 30))}::bigint) as w
  `.execute(database)
  await sumUp(database, rows, random)
  await insertCollections(database, random)
  await insertPhases(database, random)
}

/** One row per collection with its random values and mint totals. */
async function sumUp(database: Database, rows: ManyRows, random: SqlRandom) {
  await sql`
    create temporary table many_collections on commit drop as
    select c, ${idSql(sql`c`)} as id, ${chainSql(sql`c`, random)} as chain_id,
      ${addressSql('wallet', sql`creator`)} as creator, ${createdAtSql(sql`c`, rows)} as created_at,
      ${priceSql(sql`c`, random)} as price_wei, ${nameSql(sql`c`, random)} as name,
      ${random(sql`c`, 'state')} as state
    from (select c, ${creatorSql(sql`c`, random, rows)} as creator
      from generate_series(1, ${sql.lit(rows.collections)}::bigint) as c) as drawn`.execute(
    database,
  )
  await sql`
    create temporary table many_sums on commit drop as
    select collection_id, sum(quantity)::bigint as minted,
      sum(quantity * price_wei) as volume_wei, max(time) as last_mint_at
    from mints group by 1`.execute(database)
  await sql`
    create temporary table many_people on commit drop as
    select m.collection_id, count(*) filter (where m.minter <> k.creator) as unique_minters,
      count(*) as minters
    from minters m join many_collections k on k.id = m.collection_id group by 1`.execute(
    database,
  )
  await sql`
    create temporary table many_holders on commit drop as
    select collection_id, count(*) as holders from holdings group by 1`.execute(database)
  await sql`analyze many_collections, many_sums, many_people, many_holders`.execute(
    database,
  )
}

async function insertCollections(database: Database, random: SqlRandom) {
  const c = sql`c`
  const is = (purpose: string, share: number) =>
    sql`(c > 10 and ${random(c, purpose)} < ${sql.lit(share)})`
  const kind = sql`case when c <= 10 or c % 50 = 0 or ${random(c, 'kind')} < 0.7 then 'drop'
    when ${random(c, 'kind')} < 0.9 then 'open_edition' else 'edition' end`
  const isSoldOut = sql`(minted > 0 and ${is('sold out', 0.15)})`
  await sql`
    insert into collections (id, chain_id, address, alias, kind, name, symbol, description,
      creator, owner, max_supply, minted, holders, unique_minters, volume_wei, mint_fee_wei,
      royalty_bps, royalty_ceiling_bps, notice_seconds, is_transferable, is_paused, visibility,
      is_unlisted, deleted_at, blocked_at, created_at, created_block, created_tx, updated_at)
    select id, chain_id, ${addressSql('collection', c)},
      case when ${random(c, 'alias')} < 0.1 then lower(replace(name, ' ', '-')) || '-' || c end,
      kind, name, upper(left(replace(name, ' ', ''), 3 + (c % 3)::integer)),
      ${descriptionSql(c, random)}, creator,
      case when ${is('sold', 0.05)} then ${addressSql('wallet', sql`(c * 3)`)} else creator end,
      case when kind <> 'drop' then null when ${isSoldOut} then minted
        else greatest(minted + 1, (array[100, 333, 1000, 5000, 10000])[1 + c % 5]) end,
      minted, holders, unique_minters, volume_wei, 300000000000000, 500, 1000, 86400, true,
      ${is('paused', 0.02)}, case when ${is('hidden', 0.03)} then 'hidden' else 'shown' end,
      ${is('unlisted', 0.02)}, case when ${is('deleted', 0.01)} then ${now} end,
      case when ${is('blocked', 0.002)} then ${now} end,
      created_at, ${blockSql(sql`created_at`)}, ${hashSql('created', c)}, created_at
    from (
      select k.*, ${kind} as kind, coalesce(s.minted, 0) as minted,
        coalesce(s.volume_wei, 0) as volume_wei, coalesce(p.unique_minters, 0) as unique_minters,
        coalesce(h.holders, p.minters, 0) as holders
      from many_collections k
        left join many_sums s on s.collection_id = k.id
        left join many_people p on p.collection_id = k.id
        left join many_holders h on h.collection_id = k.id
      order by k.c
    ) as summed`.execute(database)
}

const DAY = 86_400

/** One to three phases each: 10 % start later, 30 % are open, the others are over. */
async function insertPhases(database: Database, random: SqlRandom) {
  const c = sql`c`
  const days = (purpose: string, most: number) =>
    sql`make_interval(secs => floor(${random(c, purpose)} * ${sql.lit(most * DAY)}) + 60)`
  const isUpcoming = sql`(c > 10 and state < 0.1)`
  const isLive = sql`(c <= 10 or state < 0.4)`
  const starts = sql`case when ${isUpcoming} then ${now} + ${days('begins', 30)}
    when ${isLive} then greatest(created_at, ${now} - ${days('began', 90)})
    else created_at + interval '1 day' end`
  const ends = sql`case when ${isUpcoming} or ${isLive} then
      case when ${random(c, 'open end')} < 0.3 then to_timestamp(4294967295)
        else greatest(${starts}, ${now}) + ${days('ends', 30)} end
    else greatest(created_at + interval '2 days',
      least(last_mint_at + interval '1 hour', ${now} - interval '1 second')) end`
  await sql`
    create temporary table many_phases on commit drop as
    select k.c, k.id, k.price_wei, ${starts} as starts_at, ${ends} as ends_at,
      coalesce(s.minted, 0) as minted, ${random(c, 'phases')} as phases
    from many_collections k left join many_sums s on s.collection_id = k.id`.execute(
    database,
  )
  await sql`
    insert into phases (collection_id, phase_id, kind, title, starts_at, ends_at, price_wei,
      max_per_wallet, max_supply, minted, minted_uncapped, list_root)
    select id, 255, 'public', 'Public', starts_at, ends_at, price_wei, 10, null, minted, minted,
      null from many_phases
    union all ${earlierPhase(0, 0.5, sql`starts_at - interval '2 hours'`, sql`starts_at`)}
    union all ${earlierPhase(1, 0.2, sql`starts_at - interval '6 hours'`, sql`starts_at - interval '2 hours'`)}
  `.execute(database)
}

function earlierPhase(
  phaseId: number,
  share: number,
  starts: RawBuilder<unknown>,
  ends: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select id, ${sql.lit(phaseId)}, 'allowlist', 'List', ${starts}, ${ends},
    floor(price_wei / 2), 2, 100, 0, 0, null from many_phases
    where phases < ${sql.lit(share)}`
}
