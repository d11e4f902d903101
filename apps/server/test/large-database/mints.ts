import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../src/database/database.ts'
import {
  addressSql,
  blockSql,
  blockTime,
  COLLECTION_DAYS,
  chainSql,
  creatorSql,
  DETAILED,
  hashSql,
  idSql,
  type ManyRows,
  MINT_DAYS,
  now,
  priceSql,
} from './columns.ts'
import type { SqlRandom } from './prng.ts'

/** Fills `mints` and `minters`: the newest collections are minted most. */
export async function fillMints(database: Database, rows: ManyRows, random: SqlRandom) {
  await sql`
    create temporary table many_mints on commit drop as
    ${usualMints(rows, random)} ${sql.join(
      rows.large.map(
        (count, place) => sql`
    union all ${largeMints(place + 1, count, random)}`,
      ),
      sql` `,
    )}`.execute(database)
  await sql`
    insert into mints (chain_id, block_number, log_index, collection_id, minter, phase_id,
      quantity, price_wei, referrer, tx_hash, time)
    select ${chainSql(sql`c`, random)}, ${blockSql(sql`time`)}, log_index, ${idSql(sql`c`)},
      ${addressSql('wallet', sql`minter`)}, 255, quantity, ${priceSql(sql`c`, random)},
      case when ${random(sql`k`, 'referrer')} < 0.03
        then ${addressSql('wallet', sql`(1 + k % 500)`)} end,
      ${hashSql('mint', sql`k`)}, time
    from many_mints`.execute(database)
  await sql`drop table many_mints`.execute(database)
  await sql`
    insert into minters (collection_id, minter, quantity, last_mint_at)
    select collection_id, minter, sum(quantity), max(time) from mints
    group by 1, 2`.execute(database)
}

function usualMints(rows: ManyRows, random: SqlRandom): RawBuilder<unknown> {
  const { collections, mints } = rows
  const k = sql`k`
  const each = sql.lit((MINT_DAYS * 86_400) / mints)
  // Only collections that exist by then are minted.
  const known = sql`(${sql.lit(collections)} * (1 - (1 - k / ${sql.lit(mints)}::float8)
    * ${sql.lit(MINT_DAYS / COLLECTION_DAYS)}))`
  const which = sql`case
    when ${random(k, 'kind')} < 0.5 then floor(${known} * ${random(k, 'any')})
    when ${random(k, 'kind')} < 0.9 then floor(${known} * (1 - power(${random(k, 'new')}, 4)))
    else floor(${known} / 1000) * floor(1000 * power(${random(k, 'lasting')}, 2)) end`
  const wallet = sql`1 + floor(${sql.lit(collections * 2)} * power(${random(k, 'wallet')}, 1.5))`
  return sql`
    select k, c, k % 10000 as log_index, time,
      case when ${random(k, 'own')} < 0.01 then ${creatorSql(sql`c`, random, rows)}
        else (${wallet})::bigint end as minter,
      case when ${random(k, 'amount')} < 0.8 then 1
        else 1 + floor(${random(k, 'quantity')} * 9)::bigint end as quantity
    from (
      select k, greatest(1, least(${sql.lit(collections)}, ${which}))::bigint as c,
        ${blockTime(sql`${now} - make_interval(secs => (${sql.lit(mints)} - k) * ${each} + 1)`)}
          as time
      from generate_series(1, ${sql.lit(mints)}::bigint) as k
    ) as drawn`
}

/** Each by another wallet, except for the last tenth, which twenty wallets share. */
function largeMints(c: number, count: number, random: SqlRandom): RawBuilder<unknown> {
  const each = sql.lit((MINT_DAYS * 86_400) / count)
  const k = sql`k`
  return sql`
    select ${sql.lit(c * 1e9)} + k, ${sql.lit(c)}::bigint, ${sql.lit(c * 10_000)} + k % 10000,
      ${blockTime(sql`${now} - make_interval(secs => (${sql.lit(count)} - k) * ${each} + 1)`)},
      case when k % 10 = 0 then 1 + k / 10 % 20 else ${sql.lit(c * 1e9)} + k end,
      case when k % 10 = 0 then 1 + floor(${random(k, 'large amount')} * 9)::bigint else 1 end
    from generate_series(1, ${sql.lit(count)}::bigint) as k`
}

/** Fills tokens, holders and their events of some collections. */
export async function fillTokens(database: Database, rows: ManyRows, random: SqlRandom) {
  await sql`
    create temporary table many_detailed on commit drop as
    select c, ${idSql(sql`c`)} as id from generate_series(1, ${sql.lit(rows.collections)}::bigint) as c
    where c <= ${sql.lit(rows.large.length)} or c % ${sql.lit(DETAILED)} = 0`.execute(
    database,
  )
  await sql`
    create temporary table many_runs on commit drop as
    select m.*, d.c, 1 + sum(m.quantity) over (
      partition by m.collection_id order by m.time, m.block_number, m.log_index
    ) - m.quantity as first_token_id
    from mints m join many_detailed d on d.id = m.collection_id`.execute(database)
  const token = sql`r.c * 1000000 + t`
  await sql`
    create temporary table many_tokens on commit drop as
    select r.collection_id, r.chain_id, r.block_number, r.time, r.minter, t as token_id,
      case when ${random(token, 'moved')} < 0.2
        then ${addressSql('wallet', sql`(2e9::bigint + ${token})`)} end as moved_to
    from many_runs r, generate_series(r.first_token_id::bigint,
      (r.first_token_id + r.quantity - 1)::bigint) as t`.execute(database)
  await sql`
    insert into tokens (collection_id, token_id, owner)
    select collection_id, token_id, coalesce(moved_to, minter) from many_tokens`.execute(
    database,
  )
  await sql`
    insert into holdings (collection_id, owner, quantity)
    select collection_id, owner, count(*) from tokens group by 1, 2`.execute(database)
  await fillEvents(database, rows)
}

async function fillEvents(database: Database, rows: ManyRows) {
  const columns = sql`insert into events (chain_id, block_number, log_index, collection_id, kind,
    data, previous, tx_hash, time)`
  await sql`${columns}
    select chain_id, block_number, log_index, collection_id, 'mint',
      jsonb_build_object('to', minter, 'quantity', quantity,
        'first_token_id', first_token_id::text, 'phase_id', phase_id,
        'price_wei', price_wei::text, 'referrer', referrer), null, tx_hash, time
    from many_runs`.execute(database)
  await sql`${columns}
    select chain_id, block_number + 1, 5000000 + row_number() over (), collection_id, 'transfer',
      jsonb_build_object('from', minter, 'to', moved_to, 'token_id', token_id::text,
        'quantity', 1), null, ${hashSql('transfer', sql`token_id`)}, time + interval '12 seconds'
    from many_tokens where moved_to is not null`.execute(database)
  const phase = sql`jsonb_build_object('kind', 'public', 'title', 'Public',
    'starts_at', '2026-01-01T00:00:00.000Z', 'ends_at', '2106-02-07T06:28:15.000Z',
    'price_wei', (j * 1000)::text, 'max_per_wallet', 10, 'max_supply', null, 'minted', 0,
    'minted_uncapped', 0, 'list_root', null)`
  const time = sql`${blockTime(sql`${now} - make_interval(hours => j::integer)`)}`
  await sql`${columns}
    select 1, ${blockSql(time)}, 6000000 + c * 1000 + j, ${idSql(sql`c`)}, kind,
      case kind when 'public_phase_changed' then jsonb_build_object('price_wei',
          (j * 1000 + 1000)::text, 'start', 1767225600, 'end', 4294967295, 'max_per_wallet', 10,
          'max_supply', null)
        when 'withdrawal' then jsonb_build_object('account', ${addressSql('wallet', sql`1`)},
          'amount_wei', (j * 1e15)::numeric::text)
        else jsonb_build_object('is_paused', j % 2 = 0) end,
      case when kind = 'public_phase_changed' then jsonb_build_object('phases',
          jsonb_build_array(jsonb_build_array(255, ${phase})))
        when kind = 'pause_changed' then jsonb_build_object('account',
          jsonb_build_object('is_paused', j % 2 = 1)) end,
      ${hashSql('change', sql`j`)}, ${time}
    from generate_series(1, ${sql.lit(rows.large.length)}) as c,
      (select j, (array['public_phase_changed', 'withdrawal', 'pause_changed'])[1 + j % 3] as kind
        from generate_series(1, 600) as j) as k`.execute(database)
}
