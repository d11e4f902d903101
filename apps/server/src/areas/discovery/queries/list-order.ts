import { type RawBuilder, sql } from 'kysely'
import type { ListedChain } from '../../collections/queries/listed-state.ts'
import { type RankWindow, rankWindows } from '../../indexing/queries/rankings.ts'

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
  /**
   * True if no other chain has a listed collection, so that the chain need not be
   * filtered.
   */
  isWhole?: boolean
  /** Number of listed collections on all chains. */
  ofAll?: number
  /** Excluded chains, where `isWhole` is true. */
  except?: ListedChain[]
  /** Listed collections of these chains whose block is not confirmed yet. */
  unconfirmed?: string[]
  sort: ListSort
  /** Ranking window; null: all time. */
  window: RankWindow | null
  now: Date
  /** Lower case; allows only `newest` and `oldest`. */
  creator?: string
  filter?: ListFilter
  /** Only collections with a minter other than the creator. */
  hasMinters?: boolean
}

/** Status, price and kind that a list is limited to, as numbers of the list tables. */
export type ListFilter = {
  /** Accepted facets; undefined: all. */
  facets: number[] | undefined
  /** True: lists scan each facet by itself, as the order may depend on the status. */
  isSplit: boolean
  /** True: the price of every accepted collection is zero. */
  isFree: boolean
  /** Facets that are not empty, of each chain. */
  filled: Map<number, number[]>
  kind: number | undefined
}

/** SQL type of a cursor value. */
export type KeyType = 'bigint' | 'numeric' | 'double precision' | 'time' | 'uuid'

/** Scan of the listed rows `t` of one table in the order of an index. */
export type IndexScan = {
  table:
    | 'collection_stats'
    | 'collection_rankings'
    | 'trending_scores'
    | 'collection_windows'
    | 'collection_prices'
  where: RawBuilder<unknown>[]
  /** Sort columns without the trailing time and id. */
  order: string[]
  /** USD per wei, the factor of the first column. */
  usdPerWei?: string
}

/** Segment of a list: the merged rows of its scans. */
export type ListSegment = {
  sources: IndexScan[]
  /** Types of the sort columns; the collection's time and id follow them. */
  types: KeyType[]
  direction: 'asc' | 'desc'
}

/**
 * Returns the consecutive segments of a list. Each row is in exactly one segment, and
 * every order ends with the collection's time and id.
 */
export function toListSegments(criteria: ListCriteria): ListSegment[] {
  const { sort, window } = criteria
  switch (sort) {
    case 'trending':
      return [
        scored(criteria),
        newer(criteria, { table: 'collection_windows', where: [sql`not t.is_scored`] }),
      ]
    case 'newest':
    case 'oldest':
      return [byAge(criteria)]
    case 'popular':
      if (window) return windowed(criteria, window, ['minters', 'mints'])
      return [
        part(
          criteria,
          {
            table: 'collection_stats',
            order: ['unique_minters', 'minted'],
            where: criteria.hasMinters ? [sql`t.unique_minters > 0`] : [],
          },
          ['bigint', 'bigint'],
        ),
      ]
    case 'minted':
      if (window) return windowed(criteria, window, ['mints'])
      return [
        part(criteria, { table: 'collection_stats', order: ['minted'] }, ['bigint']),
      ]
    case 'volume':
      return window ? windowVolume(criteria, window) : allVolume(criteria)
    case 'price_asc':
      return byPrice(criteria, 'neg_price_wei')
    case 'price_desc':
      return byPrice(criteria, 'price_wei')
    case 'ending_soon':
      return endingSoon(criteria)
  }
}

function scored(criteria: ListCriteria): ListSegment {
  const rows: Rows = { table: 'trending_scores', order: ['score'] }
  // Always true, but it matches the index whose first column is the run.
  if (isOfAll(criteria)) rows.where = [sql`t.run = (select run from trending_runs)`]
  return part(criteria, rows, ['double precision'])
}

function byAge(criteria: ListCriteria): ListSegment {
  const { sort, window, now, creator, chains, filter } = criteria
  const where: RawBuilder<unknown>[] = []
  if (creator) where.push(sql`t.creator = ${creator}`)
  if (sort === 'newest' && window)
    where.push(sql`t.created_at >= ${windowStart(window, now)}`)
  const table = creator ? 'collection_stats' : tableByAge(criteria)
  const source: IndexScan = { table, order: [], where }
  return {
    // The index on creators starts with the chain as well.
    sources: creator
      ? chains.map((chain) => onChain(limited(source, filter), chain))
      : perChain(criteria, source),
    types: [],
    direction: sort === 'oldest' ? 'asc' : 'desc',
  }
}

/** The table whose index has the creation time as its first order. */
function tableByAge({ filter }: ListCriteria): IndexScan['table'] {
  return filter?.isSplit ? 'collection_windows' : 'collection_stats'
}

/** Returns the start of a window that ends at `now`. */
export function windowStart(window: RankWindow, now: Date): Date {
  return new Date(now.getTime() - rankWindows[window])
}

/** Ranked collections of the window first, then the others. */
function windowed(
  criteria: ListCriteria,
  window: RankWindow,
  order: string[],
): ListSegment[] {
  const where = [sql`t.time_window = ${window}`]
  return [
    part(
      criteria,
      { table: 'collection_rankings', order, where },
      order.map(() => 'bigint' as const),
    ),
    { sources: unranked(criteria, window), types: [], direction: 'desc' },
  ]
}

/**
 * A rank in a window implies one in every longer window, so the number of windows
 * identifies the unranked.
 */
function unranked(criteria: ListCriteria, window: RankWindow): IndexScan[] {
  const windows = Object.keys(rankWindows)
  const longer = windows.length - windows.indexOf(window)
  if (criteria.filter?.isSplit) {
    // One scan for each number of windows and facet would cost more than the rows it passes.
    const where = [sql`t.windows < ${longer}`]
    return perChain(criteria, { table: 'collection_windows', order: [], where })
  }
  return windows.slice(0, longer).flatMap((_, count) =>
    perChain(criteria, {
      table: 'collection_windows',
      order: [],
      where: [sql`t.windows = ${count}`],
    }),
  )
}

/** Compares amounts of different coins in USD; coins without a rate come last. */
function windowVolume(criteria: ListCriteria, window: RankWindow): ListSegment[] {
  const { rated, unrated } = splitByRate(criteria)
  const inWindow = sql`t.time_window = ${window}`
  return [
    inUsd(rated, {
      table: 'collection_rankings',
      order: ['volume_wei'],
      where: [inWindow, sql`t.volume_wei > 0`],
    }),
    {
      sources: [
        ...perChain(rated, {
          table: 'collection_rankings',
          order: [],
          where: [inWindow, sql`t.volume_wei = 0`],
        }),
        ...unranked(rated, window),
      ],
      types: [],
      direction: 'desc' as const,
    },
    newer(unrated, { table: tableByAge(unrated) }),
  ].filter(hasSources)
}

function allVolume(criteria: ListCriteria): ListSegment[] {
  const { rated, unrated } = splitByRate(criteria)
  return [
    inUsd(rated, { table: 'collection_stats', order: ['volume_wei'] }),
    newer(unrated, { table: tableByAge(unrated) }),
  ].filter(hasSources)
}

function byPrice(
  criteria: ListCriteria,
  column: 'price_wei' | 'neg_price_wei',
): ListSegment[] {
  if (criteria.filter?.isFree) return [newer(criteria, { table: tableByAge(criteria) })]
  const { rated, unrated } = splitByRate(criteria)
  const offers = 'collection_prices' as const
  const priced = { table: offers, order: [column], where: [sql`t.price_wei is not null`] }
  const free = { table: offers, order: [], where: [sql`t.price_wei is null`] }
  // Few collections have no price, so that their index needs no facets.
  const unpriced = rated.chains.map((chain) =>
    onChain(limited(free, rated.filter), chain),
  )
  const table = tableByAge(unrated)
  const others = perChain(unrated, { table, order: [], where: [] })
  return [
    inUsd(rated, priced),
    { sources: [...unpriced, ...others], types: [], direction: 'desc' as const },
  ].filter(hasSources)
}

function endingSoon(criteria: ListCriteria): ListSegment[] {
  const table = 'collection_prices' as const
  const ending = { table, order: ['ends_at'], where: [sql`t.ends_at is not null`] }
  return [
    { sources: perChain(criteria, ending), types: ['time'], direction: 'asc' },
    newer(criteria, { table, where: [sql`t.ends_at is null`] }),
  ]
}

type Rows = Pick<IndexScan, 'table'> & Partial<IndexScan>

function part(criteria: ListCriteria, rows: Rows, types: KeyType[]): ListSegment {
  const sources = perChain(criteria, { order: [], where: [], ...rows })
  return { sources, types, direction: 'desc' }
}

function newer(criteria: ListCriteria, rows: Rows): ListSegment {
  return part(criteria, rows, [])
}

function inUsd({ chains, filter }: ListCriteria, rows: Rows): ListSegment {
  const source: IndexScan = { order: [], where: [], ...rows }
  const sources = chains.flatMap((chain) => {
    const { usdPerWei } = chain
    // With a single coin, wei sort like USD. What is free has no price and mostly no volume.
    const rate = chains.length > 1 && usdPerWei ? { usdPerWei } : {}
    return perFacet(filter, source, chain).map((scan) => ({ ...scan, ...rate }))
  })
  return { sources, types: ['numeric'], direction: 'desc' }
}

/**
 * Returns one scan if neither chain nor facet matters, else one per chain and facet, because
 * each has an index.
 */
function perChain(criteria: ListCriteria, source: IndexScan): IndexScan[] {
  const { chains, except = [], filter } = criteria
  if (filter?.isSplit) return chains.flatMap((chain) => perFacet(filter, source, chain))
  if (!isOfAll(criteria)) {
    return chains.map((chain) => onChain(limited(source, filter), chain))
  }
  const ofAll = limited(source, filter)
  if (except.length === 0) return [ofAll]
  const others = sql.join(except.map(({ id }) => id))
  return [{ ...ofAll, where: [...ofAll.where, sql`t.chain_id not in (${others})`] }]
}

function isOfAll({ chains, isWhole, filter }: ListCriteria): boolean {
  return isWhole === true && chains.length > 1 && !filter?.isSplit
}

/** Returns the scans of a chain: one for each accepted facet that has collections. */
function perFacet(
  filter: ListFilter | undefined,
  source: IndexScan,
  chain: ListedChain,
): IndexScan[] {
  if (!filter?.facets) return [onChain(limited(source, filter), chain)]
  return (filter.filled.get(chain.id) ?? []).map((facet) => {
    const ofKind = limited(source, { ...filter, facets: undefined })
    const where = [...ofKind.where, sql`t.facet = ${facet}`]
    return onChain({ ...ofKind, where }, chain)
  })
}

/** Adds the filter to a scan whose index contains its columns. */
function limited(source: IndexScan, filter: ListFilter | undefined): IndexScan {
  return { ...source, where: [...source.where, ...filterConditions(filter)] }
}

/** Returns the conditions of a filter on the rows `alias` of a list table. */
export function filterConditions(
  filter: Pick<ListFilter, 'facets' | 'kind'> | undefined,
  alias = 't',
): RawBuilder<unknown>[] {
  const { facets, kind } = filter ?? {}
  return [
    ...(facets ? [sql`${sql.ref(`${alias}.facet`)} in (${sql.join(facets)})`] : []),
    ...(kind === undefined ? [] : [sql`${sql.ref(`${alias}.kind`)} = ${kind}`]),
  ]
}

function onChain(source: IndexScan, { id }: ListedChain): IndexScan {
  return { ...source, where: [...source.where, sql`t.chain_id = ${id}`] }
}

function splitByRate(criteria: ListCriteria) {
  const rated = criteria.chains.filter(({ usdPerWei }) => usdPerWei !== null)
  const unrated = criteria.chains.filter(({ usdPerWei }) => usdPerWei === null)
  return {
    rated: without(criteria, rated, unrated),
    unrated: { ...criteria, chains: unrated, isWhole: false },
  }
}

/**
 * A few excluded chains are filtered in the index over all chains; with many, each chain
 * is scanned separately.
 */
function without(
  criteria: ListCriteria,
  chains: ListedChain[],
  except: ListedChain[],
): ListCriteria {
  const isMost = totalOf(except) <= totalOf(chains)
  return { ...criteria, chains, except, isWhole: criteria.isWhole === true && isMost }
}

function totalOf(chains: ListedChain[]): number {
  return chains.reduce((sum, { total = 0 }) => sum + total, 0)
}

function hasSources({ sources }: ListSegment): boolean {
  return sources.length > 0
}
