import { type RawBuilder, sql } from 'kysely'
import type { RankWindow } from './ranks.ts'

/** A chain as lists need it: what its coin is worth, and whether its blocks must be confirmed. */
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
  /** The window that counts; null: all time. */
  window: RankWindow | null
  now: Date
  search?: string
  /** Lower case. */
  creator?: string
  /** Only what somebody besides the creator minted. */
  hasMinters?: boolean
}

/** Some collections `c`, and their order. */
export type ListPart = {
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  order: RawBuilder<unknown>
}

const newer = sql`c.created_at desc, c.id desc`

/**
 * What a list is made of, one part after the other, each read in its order and only as far as
 * the page reaches. `matches` says which collections `c` are meant; the order always ends with
 * the id.
 */
export function partsOf(
  criteria: ListCriteria,
  matches: RawBuilder<unknown>,
  deepest: number,
): ListPart[] {
  const { sort, window, chains } = criteria
  if (sort === 'trending') return trendingParts(matches)
  if (window && sort === 'popular') {
    // Where only the creator minted, nobody counts: it stands with those that nobody minted.
    const isMet = sql`r.minters > 0`
    const order = sql`c.minted desc, ${newer}`
    return [
      { ...ranked(window, chains, matches, isMet), order: sql`r.minters desc, ${order}` },
      { ...unranked(window, matches, isMet), order },
    ]
  }
  if (window && sort === 'minted') {
    const isAny = sql`true`
    const order = sql`r.mints desc, r.created_at desc, r.collection_id desc`
    return [
      { ...ranked(window, chains, matches, isAny), order },
      { ...unranked(window, matches, isAny), order: newer },
    ]
  }
  if (window && sort === 'volume') return volumeParts(window, chains, matches, deepest)

  const { join, order } = sortOf(sort, criteria)
  return [
    {
      from: sql`collections c ${join}`,
      where: matches,
      order: sql`${order}, c.id desc`,
    },
  ]
}

function trendingParts(matches: RawBuilder<unknown>): ListPart[] {
  return [
    {
      from: sql`trending_scores s join collections c on c.id = s.collection_id`,
      where: matches,
      order: sql`s.score desc, ${newer}`,
    },
    {
      from: sql`collections c`,
      where: sql`${matches}
        and not exists (select from trending_scores s where s.collection_id = c.id)`,
      order: newer,
    },
  ]
}

/** Collections that match and whose rank `r` counts. */
function ranked(
  window: RankWindow,
  chains: ListedChain[],
  matches: RawBuilder<unknown>,
  counts: RawBuilder<unknown>,
): Pick<ListPart, 'from' | 'where'> {
  // A single chain is named to the ranks too, so that their index of that chain gives the order.
  const [one, ...others] = chains
  const isOfOne = one && others.length === 0 ? sql`and r.chain_id = ${one.id}` : sql``
  return {
    from: sql`collection_ranks r join collections c on c.id = r.collection_id`,
    where: sql`r.time_window = ${window} ${isOfOne} and ${counts} and ${matches}`,
  }
}

/** The others that match. */
function unranked(
  window: RankWindow,
  matches: RawBuilder<unknown>,
  counts: RawBuilder<unknown>,
): Pick<ListPart, 'from' | 'where'> {
  return {
    from: sql`collections c`,
    where: sql`${matches} and not exists (select from collection_ranks r
      where r.collection_id = c.id and r.time_window = ${window} and ${counts})`,
  }
}

/**
 * Wei of different coins are compared in USD: each chain's own order is read as far as the
 * page reaches, then merged. Without a rate, nothing can be said, and all come last.
 */
function volumeParts(
  window: RankWindow,
  chains: ListedChain[],
  matches: RawBuilder<unknown>,
  deepest: number,
): ListPart[] {
  const isOf = (some: ListedChain[]) => sql`c.chain_id in (${sql.join(idsOf(some))})`
  const rated = chains.filter(({ usdPerWei }) => usdPerWei !== null)
  const unrated = chains.filter(({ usdPerWei }) => usdPerWei === null)
  const hasVolume = sql`r.volume_wei > 0`
  const parts: ListPart[] = []
  if (rated.length > 0) {
    const rates = rated.map(
      ({ id, usdPerWei }) => sql`(${id}::bigint, ${usdPerWei}::numeric)`,
    )
    const merged = sql`
      (values ${sql.join(rates)}) as k(chain_id, usd_per_wei) cross join lateral (
        select c.id, c.created_at, r.volume_wei
        from collection_ranks r join collections c on c.id = r.collection_id
        where r.time_window = ${window} and r.chain_id = k.chain_id and ${hasVolume}
          and ${matches}
        order by r.volume_wei desc, r.created_at desc, r.collection_id desc
        limit ${deepest}) as c`
    parts.push({
      from: merged,
      where: sql`true`,
      order: sql`c.volume_wei * k.usd_per_wei desc, ${newer}`,
    })
    const matchesRated = sql`${matches} and ${isOf(rated)}`
    parts.push({ ...unranked(window, matchesRated, hasVolume), order: newer })
  }
  if (unrated.length > 0) {
    const where = sql`${matches} and ${isOf(unrated)}`
    parts.push({ from: sql`collections c`, where, order: newer })
  }
  return parts
}

/** What a sort of all time joins and orders by. */
function sortOf(
  sort: Exclude<ListSort, 'trending'>,
  { now, chains }: ListCriteria,
): { join: RawBuilder<unknown>; order: RawBuilder<unknown> } {
  const none = sql``
  const newer = sql`c.created_at desc`
  switch (sort) {
    case 'popular':
      return { join: none, order: sql`c.unique_minters desc, c.minted desc, ${newer}` }
    case 'newest':
      return { join: none, order: newer }
    case 'oldest':
      return { join: none, order: sql`c.created_at` }
    case 'minted':
      return { join: none, order: sql`c.minted desc, ${newer}` }
    case 'volume': {
      const usd = sql`c.volume_wei * ${usdPerWei(chains)}`
      return { join: none, order: sql`${usd} desc nulls last, ${newer}` }
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

function idsOf(chains: ListedChain[]): number[] {
  return chains.map(({ id }) => id)
}
