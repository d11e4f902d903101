import type { Card, Explanation, listCollections } from '@platemark/api/collections'
import type { Meta } from '@platemark/api/endpoint'
import { perPage } from '@platemark/api/lists'
import { trendingRules } from '@platemark/rules/trending'
import type { Resources } from '../../http/app-context.ts'
import { listedChains, readChains } from '../collections/chains.ts'
import { type ListedState, readListedState } from '../collections/queries/listed-state.ts'
import { toCards } from './featured-lists.ts'
import { criteriaOf, type ListQuery } from './list-criteria.ts'
import { decodeCursor, encodeCursor } from './list-cursor.ts'
import { listScores, nothing, termsOf } from './queries/explain.ts'
import type { ListCriteria } from './queries/list-order.ts'
import { inOrder, searchListed } from './queries/list-search.ts'
import { countUpTo, type PlacedRow, placeTypes, readList } from './queries/lists.ts'

/** Rows that a page number reaches; and how many are counted where no count is kept. */
const DEEPEST = 10_000
const MOST_COUNTED = 1000

type Row = Card & { explain?: Explanation }

/** One page of the public list. Throws `validation_failed` naming what is allowed. */
export async function listPage(
  resources: Resources,
  query: ListQuery,
): Promise<{ data: Row[]; meta: Meta<typeof listCollections> }> {
  const { database } = resources
  const { page = 1, cursor } = query
  const asked = listedChains(resources, readChains(resources, query.chain))
  const state = await readListedState(database, asked)
  const criteria = criteriaOf(resources, state, query)
  const isEmpty = state.chains.length === 0
  const found = isEmpty
    ? { rows: [], total: 0, isExact: true }
    : query.search === undefined
      ? await readRows(resources, state, criteria, page, cursor)
      : await searchRows(resources, criteria, query.search, page, cursor)
  const rows = found.rows.slice(0, perPage)
  const cards = await toCards(
    resources,
    rows.map(({ id }) => id),
    criteria.now,
  )
  const last = rows.at(-1)
  const hasMore = found.rows.length > perPage && last !== undefined
  const reachable = Math.min(found.total, DEEPEST)
  return {
    data: query.explain ? await explained(resources, criteria, rows, cards) : cards,
    meta: {
      page: cursor === undefined ? page : null,
      per_page: perPage,
      total: found.total,
      total_is_exact: found.isExact,
      last_page: Math.max(1, Math.ceil(reachable / perPage)),
      next_cursor: hasMore
        ? encodeCursor(nameOf(criteria, query.search), last.place)
        : null,
    },
  }
}

type Found = { rows: PlacedRow[]; total: number; isExact: boolean }

/** One row more than a page, to know whether there is another page. */
async function readRows(
  { database }: Resources,
  state: ListedState,
  criteria: ListCriteria,
  page: number,
  cursor: string | undefined,
): Promise<Found> {
  const isCounted = criteria.creator || (criteria.sort === 'newest' && criteria.window)
  const total = isCounted
    ? await countUpTo(database, criteria, MOST_COUNTED)
    : state.total - state.unconfirmed.length
  const isExact = !isCounted || total < MOST_COUNTED
  const skipped = (page - 1) * perPage
  if (skipped >= DEEPEST) return { rows: [], total, isExact }
  const from =
    cursor === undefined
      ? { skipped }
      : {
          after: decodeCursor(cursor, nameOf(criteria), (part) =>
            placeTypes(criteria, part),
          ),
        }
  return { rows: await readList(database, criteria, from, perPage + 1), total, isExact }
}

async function searchRows(
  { database }: Resources,
  criteria: ListCriteria,
  text: string,
  page: number,
  cursor: string | undefined,
): Promise<Found> {
  const search = text.normalize('NFC').trim()
  const after =
    cursor === undefined
      ? undefined
      : decodeCursor(cursor, nameOf(criteria, search), () => ['bigint', 'time', 'uuid'])
  const { rows: all, isWhole } = await searchListed(database, criteria, search)
  const reachable = all.slice(0, MOST_COUNTED)
  const rest = after ? reachable.filter((row) => inOrder(after, row) < 0) : reachable
  const skipped = (page - 1) * perPage
  const rows = rest.slice(skipped, skipped + perPage + 1).map(({ id, values }) => ({
    id,
    place: { part: 0, values },
    // Of a creator they stand by their time alone.
    own: criteria.creator ? [] : values,
  }))
  const isExact = isWhole && all.length <= MOST_COUNTED
  return { rows, total: reachable.length, isExact }
}

/** Cursors are of one order: another one has other places. */
function nameOf({ sort, window, creator }: ListCriteria, search?: string): string {
  if (search !== undefined) return 'search'
  return [sort, window ?? 'all', ...(creator ? ['creator'] : [])].join(' ')
}

async function explained(
  { database, configuration }: Resources,
  criteria: ListCriteria,
  rows: PlacedRow[],
  cards: Card[],
): Promise<Row[]> {
  const { sort, window } = criteria
  const scored = rows.filter(({ place }) => sort === 'trending' && place.part === 0)
  const terms = new Map(rows.map((row) => [row.id, termsOf(criteria, row)]))
  for (const [id, score] of await listScores(
    database,
    scored.map(({ id }) => id),
  )) {
    terms.set(id, score)
  }
  return cards.map((card) => {
    const { ends_at, ...found } = terms.get(card.contract_id) ?? nothing
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
