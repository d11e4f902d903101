import { type RawBuilder, sql } from 'kysely'

/** A chain as lists need it: what its coin is worth, and how deep a block counts as final. */
export type ListedChain = {
  id: number
  /** USD for one wei; null where there is no rate. */
  usdPerWei: string | null
  confirmations: number
}

export type ListSort =
  | 'trending'
  | 'popular'
  | 'newest'
  | 'oldest'
  | 'minted'
  | 'volume'
  | 'price_asc'
  | 'price_desc'
  | 'ending_soon'

export type ListCriteria = {
  chains: ListedChain[]
  sort: ListSort
  /** Start of the window that counts; null: all time. */
  since: Date | null
  now: Date
  search?: string
  /** Lower case. */
  creator?: string
  /** Only what somebody besides the creator minted. */
  hasMinters?: boolean
}

/** What a sort joins and orders by; `c` is the collection. */
export function sortOf(
  sort: Exclude<ListSort, 'trending'>,
  { since, now, chains }: ListCriteria,
): { join: RawBuilder<unknown>; order: RawBuilder<unknown> } {
  const none = sql``
  const newer = sql`c.created_at desc`
  switch (sort) {
    case 'popular': {
      if (!since) {
        return { join: none, order: sql`c.unique_minters desc, c.minted desc, ${newer}` }
      }
      const counted = sql`left join (
        select m.collection_id, count(*) as minters from minters m
        join collections k on k.id = m.collection_id
        where m.last_mint_at >= ${since} and m.minter <> k.creator
        group by m.collection_id) w on w.collection_id = c.id`
      return {
        join: counted,
        order: sql`coalesce(w.minters, 0) desc, c.minted desc, ${newer}`,
      }
    }
    case 'newest':
      return { join: none, order: newer }
    case 'oldest':
      return { join: none, order: sql`c.created_at` }
    case 'minted': {
      if (!since) return { join: none, order: sql`c.minted desc, ${newer}` }
      const join = mintsSince(since, sql`sum(m.quantity)`)
      return { join, order: sql`coalesce(w.amount, 0) desc, ${newer}` }
    }
    case 'volume': {
      const usd = usdPerWei(chains)
      if (!since) {
        return { join: none, order: sql`c.volume_wei * ${usd} desc nulls last, ${newer}` }
      }
      const join = mintsSince(since, sql`sum(m.quantity * m.price_wei)`)
      return {
        join,
        order: sql`coalesce(w.amount, 0) * ${usd} desc nulls last, ${newer}`,
      }
    }
    case 'price_asc':
    case 'price_desc': {
      const usd = sql`p.price_wei * ${usdPerWei(chains)}`
      const order = sort === 'price_asc' ? sql`${usd} asc` : sql`${usd} desc`
      return { join: shownPhaseAt(now), order: sql`${order} nulls last, ${newer}` }
    }
    case 'ending_soon': {
      const end = sql`case when p.starts_at <= ${now} and p.ends_at > ${now}
        and not c.is_paused and (c.max_supply is null or c.minted < c.max_supply)
        then p.ends_at end`
      return { join: shownPhaseAt(now), order: sql`${end} asc nulls last, ${newer}` }
    }
  }
}

function mintsSince(since: Date, amount: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`left join (
    select m.collection_id, ${amount} as amount from mints m
    where m.time >= ${since} group by m.collection_id) w on w.collection_id = c.id`
}

/** The phase whose price stands for the collection, by the same rule as `shownPhase`. */
function shownPhaseAt(now: Date): RawBuilder<unknown> {
  const isOpen = sql`q.starts_at <= ${now} and q.ends_at > ${now}`
  const hasRoom = sql`(q.max_supply is null or q.minted < q.max_supply)`
  return sql`left join lateral (
    select q.price_wei, q.starts_at, q.ends_at from phases q
    where q.collection_id = c.id and q.starts_at < q.ends_at
    order by
      case when ${isOpen} and ${hasRoom} then 0 when q.starts_at > ${now} then 1
        when ${isOpen} then 2 else 3 end,
      case when q.starts_at > ${now} then q.starts_at end,
      case when q.ends_at <= ${now} then q.ends_at end desc,
      q.price_wei, q.ends_at, q.phase_id
    limit 1) p on true`
}

/** USD for one wei of the collection's chain; null, and so last, without a rate. */
function usdPerWei(chains: ListedChain[]): RawBuilder<unknown> {
  const cases = chains
    .filter(({ usdPerWei }) => usdPerWei !== null)
    .map(({ id, usdPerWei }) => sql`when ${id}::bigint then ${usdPerWei}::numeric`)
  if (cases.length === 0) return sql`null::numeric`
  return sql`case c.chain_id ${sql.join(cases, sql` `)} end`
}
