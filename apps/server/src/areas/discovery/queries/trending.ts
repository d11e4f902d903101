import { trendingRules } from '@platemark/rules/trending'
import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

const { weights, minPeople, maxTokens, maxUsd, windowHours, halfLifeHours } =
  trendingRules

/**
 * Scores every collection by its recent mints according to `trendingRules`, without the
 * creator's own mints.
 */
export async function saveTrendingScores(
  database: Database,
  rates: { chain_id: number; usd_per_wei: string }[],
  now: Date,
): Promise<void> {
  const isOurs = await database.transaction().execute(async (transaction) => {
    const { rows: turns } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_xact_lock(${TRENDING_LOCK}) as is_ours`.execute(transaction)
    // Another process computes the scores; two would also wait for each other's rows.
    if (!turns[0]?.is_ours) return false
    const run = await beginRun(transaction)
    // Inserted in index order, which keeps the index dense.
    await sql`
      with recent as (
        select m.collection_id, m.chain_id, m.minter, m.quantity::numeric as tokens,
          m.quantity * m.price_wei * coalesce(r.usd_per_wei, 0) as usd,
          power(0.5::float8, extract(epoch from (${now}::timestamptz - m.time))::float8
            / ${halfLifeHours * 3600}::float8) as weight,
          row_number() over newest_first as place,
          sum(m.quantity) over newest_first - m.quantity as tokens_before,
          sum(m.quantity * m.price_wei * coalesce(r.usd_per_wei, 0)) over newest_first
            - m.quantity * m.price_wei * coalesce(r.usd_per_wei, 0) as usd_before
        from mints m
        join collections c on c.id = m.collection_id and c.creator <> m.minter
        left join jsonb_to_recordset(${JSON.stringify(rates)}::text::jsonb)
          as r(chain_id bigint, usd_per_wei numeric) on r.chain_id = m.chain_id
        where m.time > ${now}::timestamptz - make_interval(hours => ${windowHours}::integer)
          and m.time <= ${now}
        window newest_first as (
          partition by m.collection_id, m.minter
          order by m.time desc, m.block_number desc, m.log_index desc
          rows between unbounded preceding and current row)
      ), summed as (
        select collection_id, chain_id,
          sum(weight) filter (where place = 1) as minters,
          sum(weight * greatest(0, least(tokens, ${maxTokens} - tokens_before))) as tokens,
          sum(weight * greatest(0, least(usd, ${maxUsd} - usd_before))) as usd
        from recent
        group by collection_id, chain_id
        having count(*) filter (where place = 1) >= ${minPeople}
      )
      insert into trending_scores (collection_id, chain_id, created_at, is_listed, facet, kind, score,
        minters, mints, volume_usd, run)
      select s.collection_id, s.chain_id, c.created_at, c.is_listed, p.facet, p.kind,
        ${weights.people} * ln(1 + s.minters) + ${weights.mints} * ln(1 + s.tokens)
          + ${weights.volume} * ln(1 + s.usd),
        s.minters, s.tokens, s.usd, ${run}::bigint
      from summed s join collections c on c.id = s.collection_id
        join collection_prices p on p.collection_id = c.id
      order by 7, 3, 1
      on conflict (collection_id) do update set
        score = excluded.score, is_listed = excluded.is_listed, facet = excluded.facet, minters = excluded.minters,
        mints = excluded.mints, volume_usd = excluded.volume_usd,
        run = excluded.run`.execute(transaction)
    await transaction.deleteFrom('trending_scores').where('run', '<>', run).execute()
    return true
  })
  // All rows were replaced; without a vacuum readers would visit the dead ones.
  if (isOurs) await sql`vacuum (skip_locked) trending_scores`.execute(database)
}

/** Returns the number of this run, one above the last. */
async function beginRun(transaction: Database): Promise<number> {
  const { rows } = await sql<{ run: number }>`
    insert into trending_runs as r (run) values (1)
    on conflict (is_only) do update set run = r.run + 1 returning run`.execute(
    transaction,
  )
  return rows[0]?.run ?? 1
}

/** Arbitrary lock number, the same in every process of one database. */
const TRENDING_LOCK = 7_105_286
