import type {
  Card,
  Explanation,
  listCollections,
  PromotedCard,
} from '@platemark/wire/collections'
import type { Meta, Parsed } from '@platemark/wire/endpoint'
import { perPage } from '@platemark/wire/fields'
import { Problem } from '@platemark/wire/problem'
import type { Chain } from '../../platform/chains.ts'
import type { Resources } from '../../platform/resources.ts'
import { promotedNow } from '../moderation/service.ts'
import { toCard, toPhase } from './cards.ts'
import { readPlace, tellPlace } from './list-cursor.ts'
import { listTerms, nothing } from './queries/explain.ts'
import type { ListCriteria, ListedChain, ListSort } from './queries/list-order.ts'
import { inOrder, searchListed } from './queries/list-search.ts'
import {
  countUpTo,
  findListed,
  type ListedState,
  listCardRows,
  listPublishedLists,
  type PlacedRow,
  placeTypes,
  readList,
  readListedState,
} from './queries/lists.ts'
import { WEIGHTS } from './queries/trending.ts'

/** Collections in each list of the first page. */
const FEATURED = 12
const MOST_PROMOTED = 8
const MOST_CHAINS = 20

/** Rows that a page number reaches; and how many are counted where no count is kept. */
const DEEPEST = 10_000
const MOST_COUNTED = 1000

type ListQuery = Parsed<typeof listCollections>['query']
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
    data: query.explain ? await explained(resources, criteria, cards) : cards,
    meta: {
      page: cursor === undefined ? page : null,
      per_page: perPage,
      total: found.total,
      total_is_exact: found.isExact,
      last_page: Math.max(1, Math.ceil(reachable / perPage)),
      next_cursor: hasMore ? tellPlace(nameOf(criteria, query.search), last.place) : null,
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
          after: readPlace(cursor, nameOf(criteria), (part) =>
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
      : readPlace(cursor, nameOf(criteria, search), () => ['bigint', 'time', 'uuid'])
  const { rows: all, isWhole } = await searchListed(database, criteria, search)
  const reachable = all.slice(0, MOST_COUNTED)
  const rest = after ? reachable.filter((row) => inOrder(after, row) < 0) : reachable
  const skipped = (page - 1) * perPage
  const rows = rest
    .slice(skipped, skipped + perPage + 1)
    .map(({ id, values }) => ({ id, place: { part: 0, values } }))
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
  { sort, window }: ListCriteria,
  cards: Card[],
): Promise<Row[]> {
  const ids = cards.map(({ contract_id }) => contract_id)
  const terms = await listTerms(database, sort, window, ids)
  return cards.map((card) => {
    const { ends_at, ...found } = terms.get(card.contract_id) ?? nothing
    const network = configuration.networks.find(({ alias }) => alias === card.chain_alias)
    const { minters, mints, volume: volume_usd } = WEIGHTS
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

/** What the operator promotes now, in the operator's order. */
export async function listPromoted(resources: Resources): Promise<PromotedCard[]> {
  const { database, chains, clock } = resources
  const now = clock()
  const current = await promotedNow(resources)
  if (current.length === 0) return []
  const state = await readListedState(database, listedChains(resources, chains))
  const isShown = new Set(state.chains.map(({ id }) => id))
  const places = current
    .filter(({ chain_id }) => isShown.has(chain_id))
    .map(({ chain_id, address }) => ({ chain_id, address }))
  const found = await findListed(database, places, state.unconfirmed)
  const labels = new Map<string, string>()
  for (const { chain_id, address, label } of current) {
    const place = `${chain_id} ${address}`
    if (found.has(place) && !labels.has(place) && labels.size < MOST_PROMOTED) {
      labels.set(place, label)
    }
  }
  const shown = [...labels].flatMap(([place, label]) => {
    const row = found.get(place)
    const chain = chains.find(({ id }) => id === row?.chain_id)
    return row && chain ? [{ row, chain, label }] : []
  })
  const roots = shown.flatMap(({ row }) =>
    row.phases.flatMap(({ list_root }) => list_root ?? []),
  )
  const lists = await listPublishedLists(database, roots)
  return shown.map(({ row, chain, label }) => ({
    ...toCard(chain, row, now, label),
    description: row.description,
    phases: row.phases
      .toSorted(
        (a, b) =>
          a.starts_at.getTime() - b.starts_at.getTime() || a.phase_id - b.phase_id,
      )
      .map((phase) =>
        toPhase({ ...phase, ...(lists.get(phase.list_root ?? '') ?? unpublished) }),
      ),
  }))
}

const unpublished = { list_hash: null, list_entries: null }

export async function listFeatured(
  resources: Resources,
  sort: 'popular' | 'newest',
): Promise<Card[]> {
  return listFirst(resources, resources.chains, sort)
}

/** Throws `unknown_chain`. */
export async function listTrending(resources: Resources, alias: string): Promise<Card[]> {
  return listFirst(resources, [findChain(resources, alias)], 'trending')
}

async function listFirst(
  resources: Resources,
  chains: Chain[],
  sort: 'popular' | 'newest' | 'trending',
): Promise<Card[]> {
  const { database } = resources
  const state = await readListedState(database, listedChains(resources, chains))
  if (state.chains.length === 0) return []
  const query = { sort_by: sort, time_interval: 'all' as const }
  const criteria = {
    ...criteriaOf(resources, state, query),
    hasMinters: sort === 'popular',
  }
  const rows = await readList(database, criteria, { skipped: 0 }, FEATURED)
  return toCards(
    resources,
    rows.map(({ id }) => id),
    criteria.now,
  )
}

/** Sorts that a time limits. */
const windowed: ListSort[] = ['popular', 'minted', 'volume', 'newest']

function criteriaOf(
  { clock }: Resources,
  { chains, isWhole, unconfirmed }: ListedState,
  {
    sort_by,
    time_interval,
    creator,
    search,
  }: Pick<ListQuery, 'sort_by' | 'time_interval'> & {
    creator?: string | undefined
    search?: string | undefined
  },
): ListCriteria {
  const ofCreator: ListSort = sort_by === 'oldest' ? 'oldest' : 'newest'
  const sort = search !== undefined ? 'minted' : creator ? ofCreator : sort_by
  const hasWindow =
    search === undefined && windowed.includes(sort_by) && time_interval !== 'all'
  return {
    chains,
    isWhole,
    unconfirmed,
    sort,
    window: hasWindow ? time_interval : null,
    now: clock(),
    ...(creator && { creator: creator.toLowerCase() }),
  }
}

/** Throws `unknown_chain`. */
export function findChain({ chains }: Resources, alias: string): Chain {
  const chain = chains.find((one) => one.alias === alias)
  if (!chain) throw new Problem('unknown_chain')
  return chain
}

async function toCards(
  { database, chains }: Resources,
  ids: string[],
  now: Date,
): Promise<Card[]> {
  const byId = new Map(chains.map((chain) => [chain.id, chain]))
  const rows = await listCardRows(database, ids)
  return rows.flatMap((row) => {
    const chain = byId.get(row.chain_id)
    return chain ? [toCard(chain, row, now)] : []
  })
}

function listedChains({ configuration }: Resources, chains: Chain[]): ListedChain[] {
  return chains.map(({ id, confirmations, nativeCurrency }) => {
    const rate = configuration.networks.find((network) => network.id === id)?.usd_rate
    const usdPerWei = rate ? String(rate / 10 ** nativeCurrency.decimals) : null
    return { id, confirmations, usdPerWei }
  })
}

function readChains({ chains }: Resources, text: string | undefined): Chain[] {
  if (text === undefined) return chains
  const aliases = [...new Set(text.split(','))]
  const allowed = `Allowed: ${chains.map(({ alias }) => alias).join(', ')}.`
  if (aliases.length > MOST_CHAINS) throw invalid('chain', `At most ${MOST_CHAINS}.`)
  return aliases.map((alias) => {
    const chain = chains.find((one) => one.alias === alias)
    if (!chain) throw invalid('chain', `There is no network "${alias}". ${allowed}`)
    return chain
  })
}

function invalid(field: string, sentence: string): Problem {
  return new Problem('validation_failed', undefined, { fields: { [field]: [sentence] } })
}
