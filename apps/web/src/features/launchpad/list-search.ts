import { sortKeys, timeIntervals } from '@platemark/api/lists'

type SortKey = (typeof sortKeys)[number]
type Interval = (typeof timeIntervals)[number]

/** List parameters of the URL. */
export type ListSearch = {
  page: number
  chains: string[]
  sort: SortKey
  interval: Interval
  text: string
}

/** Applies changes to the URL by endpoint parameter; an empty value removes one. */
export type ChangeList = (
  changes: Record<string, string>,
  options?: { replace?: boolean },
) => void

/** Parses a validated query; missing parameters get the endpoint's defaults. */
export function parseListSearch(query: Record<string, string>): ListSearch {
  return {
    page: Number(query.page ?? 1),
    chains: query.chain?.split(',').filter((alias) => alias !== '') ?? [],
    sort: sortKeys.find((key) => key === query.sort_by) ?? 'trending',
    interval: timeIntervals.find((key) => key === query.time_interval) ?? '7d',
    text: query.search ?? '',
  }
}

/**
 * Returns whether the time interval limits the list, which only sorting by date applies.
 */
export function isLimitedInTime({ sort, interval }: ListSearch): boolean {
  return sort === 'newest' && interval !== 'all'
}

export const sortNames: Record<SortKey, string> = {
  trending: 'Trending',
  popular: 'Popular',
  newest: 'Newest',
  oldest: 'Oldest',
  minted: 'Most minted',
  volume: 'Volume',
  price_asc: 'Lowest price',
  price_desc: 'Highest price',
  ending_soon: 'Ending soon',
}

export const intervalNames: Record<Interval, string> = {
  '1h': '1h',
  '6h': '6h',
  '24h': '24h',
  '7d': '7d',
  '30d': '30d',
  all: 'All',
}
