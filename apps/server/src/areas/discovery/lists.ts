import type { Card, Explanation, listCollections } from '@platemark/api/collections'
import type { Meta } from '@platemark/api/endpoint'
import { perPage } from '@platemark/api/lists'
import { parseSearch, type SearchTarget } from '@platemark/rules/search-target'
import { trendingRules } from '@platemark/rules/trending'
import type { AppContext } from '../../http/app-context.ts'
import { listedChains, readChains } from '../collections/chains.ts'
import { type ListedState, readListedState } from '../collections/queries/listed-state.ts'
import { facetsOfFilter, toKindNumber } from '../indexing/facets.ts'
import { toCards } from './featured-lists.ts'
import { type ListQuery, toListCriteria } from './list-criteria.ts'
import { decodeCursor, encodeCursor } from './list-cursor.ts'
import { listScores, noSortTerms, toSortTerms } from './queries/explain.ts'
import { type CountedFilter, readFilter } from './queries/list-filter.ts'
import type { ListCriteria } from './queries/list-order.ts'
import { compareByMints, type ListTarget, searchListed } from './queries/list-search.ts'
import { countUpTo, cursorTypes, type PlacedRow, readList } from './queries/lists.ts'

/** Rows reachable by page number, the same in a filtered list, which merges more scans. */
const MAX_REACHABLE_ROWS = 10_000
const MAX_FILTERED_ROWS = 1000
/** Rows counted where no total is stored. */
const MAX_COUNTED = 1000

type Row = Card & { explain?: Explanation }

/**
 * Returns one page of the public list. Throws `validation_failed` with the allowed
 * values.
 */
export async function listPage(
  context: AppContext,
  query: ListQuery,
): Promise<{ data: Row[]; meta: Meta<typeof listCollections> }> {
  const { database } = context
  const { page = 1, cursor } = query
  const asked = listedChains(context, readChains(context, query.chain))
  const state = await readListedState(database, asked)
  const filtered = await readListFilter(context, state, query)
  const criteria = {
    ...toListCriteria(context, state, query),
    ...(filtered && { filter: filtered.filter }),
  }
  const listed = filtered?.total ?? state.total - state.unconfirmed.length
  const isEmpty = state.chains.length === 0
  const found = isEmpty
    ? { rows: [], total: 0, isExact: true }
    : query.search === undefined
      ? await readRows(context, listed, criteria, page, cursor)
      : await searchRows(context, criteria, query.search, page, cursor)
  const rows = found.rows.slice(0, perPage)
  const cards = await toCards(
    context,
    rows.map(({ id }) => id),
    criteria.now,
  )
  const last = rows.at(-1)
  const hasMore = found.rows.length > perPage && last !== undefined
  const reachable = Math.min(found.total, reachableRows(criteria))
  return {
    data: query.explain ? await explained(context, criteria, rows, cards) : cards,
    meta: {
      page: cursor === undefined ? page : null,
      per_page: perPage,
      total: found.total,
      total_is_exact: found.isExact,
      last_page: Math.max(1, Math.ceil(reachable / perPage)),
      next_cursor: hasMore
        ? encodeCursor(listName(criteria, query.search), last.place)
        : null,
    },
  }
}

type Found = { rows: PlacedRow[]; total: number; isExact: boolean }

/** Resolves status, price and kind of a query; undefined: it has none. */
async function readListFilter(
  { database }: AppContext,
  { chains, unconfirmed }: ListedState,
  { status, free, kind }: ListQuery,
): Promise<CountedFilter | undefined> {
  if (status === undefined && free === undefined && kind === undefined) return undefined
  const isFree = free !== undefined
  const limits = {
    facets: status || isFree ? facetsOfFilter({ status, isFree }) : undefined,
    isSplit: status !== undefined,
    isFree,
    kind: kind && toKindNumber(kind),
  }
  const ids = chains.map(({ id }) => id)
  return readFilter(database, limits, ids, unconfirmed)
}

function reachableRows({ filter }: ListCriteria): number {
  return filter ? MAX_FILTERED_ROWS : MAX_REACHABLE_ROWS
}

/** Reads one row more than a page, to detect a next page. */
async function readRows(
  { database }: AppContext,
  listed: number,
  criteria: ListCriteria,
  page: number,
  cursor: string | undefined,
): Promise<Found> {
  const isCounted = criteria.creator || (criteria.sort === 'newest' && criteria.window)
  const total = isCounted ? await countUpTo(database, criteria, MAX_COUNTED) : listed
  const isExact = !isCounted || total < MAX_COUNTED
  const skipped = (page - 1) * perPage
  if (skipped >= reachableRows(criteria)) return { rows: [], total, isExact }
  const from =
    cursor === undefined
      ? { skipped }
      : {
          after: decodeCursor(cursor, listName(criteria), (part) =>
            cursorTypes(criteria, part),
          ),
        }
  return { rows: await readList(database, criteria, from, perPage + 1), total, isExact }
}

async function searchRows(
  context: AppContext,
  criteria: ListCriteria,
  text: string,
  page: number,
  cursor: string | undefined,
): Promise<Found> {
  const target = toListTarget(context, parseSearch(text))
  const after =
    cursor === undefined
      ? undefined
      : decodeCursor(cursor, listName(criteria, text), () => ['bigint', 'time', 'uuid'])
  const { rows: all, isWhole } = await searchListed(context.database, criteria, target)
  const reachable = all.slice(0, MAX_COUNTED)
  const rest = after
    ? reachable.filter((row) => compareByMints(after, row) < 0)
    : reachable
  const skipped = (page - 1) * perPage
  const rows = rest.slice(skipped, skipped + perPage + 1).map(({ id, values }) => ({
    id,
    place: { part: 0, values },
    // A creator's collections are sorted by time alone.
    own: criteria.creator ? [] : values,
  }))
  const isExact = isWhole && all.length <= MAX_COUNTED
  return { rows, total: reachable.length, isExact }
}

/** Resolves the network of a page; the path of another site is searched for its last part. */
export function toListTarget({ chains }: AppContext, target: SearchTarget): ListTarget {
  if (target.kind !== 'page') return target
  const { alias } = target
  const chainId = chains.find((chain) => chain.alias === target.chain)?.id
  return chainId === undefined ? { kind: 'text', text: alias } : { ...target, chainId }
}

/** Names the list, because a cursor is only valid in the order it was made for. */
function listName(
  { sort, window, creator, filter }: ListCriteria,
  search?: string,
): string {
  const limits = filter ? [filter.facets?.join(',') ?? 'any', filter.kind ?? 'any'] : []
  if (search !== undefined) return ['search', ...limits].join(' ')
  return [sort, window ?? 'all', ...(creator ? ['creator'] : []), ...limits].join(' ')
}

async function explained(
  { database, configuration }: AppContext,
  criteria: ListCriteria,
  rows: PlacedRow[],
  cards: Card[],
): Promise<Row[]> {
  const { sort, window } = criteria
  const scored = rows.filter(({ place }) => sort === 'trending' && place.part === 0)
  const terms = new Map(rows.map((row) => [row.id, toSortTerms(criteria, row)]))
  for (const [id, score] of await listScores(
    database,
    scored.map(({ id }) => id),
  )) {
    terms.set(id, score)
  }
  return cards.map((card) => {
    const { ends_at, ...found } = terms.get(card.contract_id) ?? noSortTerms
    const network = configuration.networks.find(({ alias }) => alias === card.chain_alias)
    const { people: minters, mints, volume: volume_usd } = trendingRules.weights
    const explain: Explanation = {
      sort_by: sort,
      time_interval: sort === 'trending' ? '24h' : (window ?? 'all'),
      weights: sort === 'trending' ? { minters, mints, volume_usd } : null,
      ...found,
      ends_at: ends_at?.toISOString() ?? null,
      usd_rate: network?.usd_rate ?? null,
    }
    return { ...card, explain }
  })
}
