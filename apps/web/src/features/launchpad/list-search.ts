import {
  intervalSorts,
  listKinds,
  listStatuses,
  sortKeys,
  timeIntervals,
} from '@platemark/api/lists'

type SortKey = (typeof sortKeys)[number]
type Interval = (typeof timeIntervals)[number]

/** List parameters of the URL. */
export type ListSearch = {
  page: number
  chains: string[]
  sort: SortKey
  interval: Interval
  text: string
  status: (typeof listStatuses)[number] | undefined
  isFree: boolean
  kind: (typeof listKinds)[number] | undefined
}

/** Returns the URL of the list with changes by endpoint parameter; an empty value removes one. */
export type ListHref = (changes: Record<string, string>) => string

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
    interval: timeIntervals.find((key) => key === query.time_interval) ?? 'all',
    text: query.search ?? '',
    status: listStatuses.find((status) => status === query.status),
    isFree: query.free === '1',
    kind: listKinds.find((kind) => kind === query.kind),
  }
}

/** Returns whether the order has a time interval to choose; a search has an order of its own. */
export function hasInterval({ sort, text }: ListSearch): boolean {
  return text === '' && intervalSorts.includes(sort)
}

/** Returns whether the time interval limits which collections are listed. */
export function isLimitedInTime(search: ListSearch): boolean {
  return hasInterval(search) && search.sort === 'newest' && search.interval !== 'all'
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
