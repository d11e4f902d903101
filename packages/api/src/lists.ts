// Limits and orders of lists, apart from the schemas: the first view imports them.

/** Rows on a page of a list. */
export const perPage = 24

/** Rows that a page number reaches; beyond them only a cursor does. */
export const MAX_ROW = 10_000

/** Orders of the list of collections. */
export const sortKeys = [
  'trending',
  'popular',
  'newest',
  'oldest',
  'minted',
  'volume',
  'price_asc',
  'price_desc',
  'ending_soon',
] as const

/** Orders that `time_interval` limits. */
export const intervalSorts: readonly (typeof sortKeys)[number][] = [
  'popular',
  'minted',
  'volume',
  'newest',
]

/** States of collections that the list can be filtered by. */
export const listStatuses = ['live', 'upcoming', 'sold_out', 'ended'] as const

/** Kinds of collections: the one order in which they are numbered and offered. */
export const listKinds = ['drop', 'open_edition', 'edition'] as const

/** Time windows of the list of collections. */
export const timeIntervals = ['1h', '6h', '24h', '7d', '30d', 'all'] as const
