import type { Card, PromotedCard } from '@platemark/api/collections'
import type { Chain } from '../../configuration/chains.ts'
import type { AppContext } from '../../http/app-context.ts'
import { toCard, toPhase } from '../collections/cards.ts'
import { findChain, listedChains } from '../collections/chains.ts'
import {
  findListed,
  listCardRows,
  listPublishedLists,
} from '../collections/queries/card-rows.ts'
import { readListedState } from '../collections/queries/listed-state.ts'
import { listCurrentPromotions } from '../moderation/service.ts'
import { toListCriteria } from './list-criteria.ts'
import { readList } from './queries/lists.ts'
import { listStartingIds } from './queries/starting.ts'

/** Cards in each list of the home page. */
const FEATURED = 12
const MAX_PROMOTED = 8

/** Lists the collections promoted now, in the operator's order. */
export async function listPromoted(context: AppContext): Promise<PromotedCard[]> {
  const { database, chains, clock } = context
  const now = clock()
  const current = await listCurrentPromotions(context)
  if (current.length === 0) return []
  const state = await readListedState(database, listedChains(context, chains))
  const isShown = new Set(state.chains.map(({ id }) => id))
  const places = current
    .filter(({ chain_id }) => isShown.has(chain_id))
    .map(({ chain_id, address }) => ({ chain_id, address }))
  const found = await findListed(database, places, state.unconfirmed)
  const labels = new Map<string, string>()
  for (const { chain_id, address, label } of current) {
    const place = `${chain_id} ${address}`
    if (found.has(place) && !labels.has(place) && labels.size < MAX_PROMOTED) {
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
  context: AppContext,
  sort: 'popular' | 'newest',
): Promise<Card[]> {
  return listFirst(context, context.chains, sort)
}

/** Lists the upcoming collections that open first. */
export async function listStarting(context: AppContext): Promise<Card[]> {
  const { database, clock } = context
  const state = await readListedState(database, listedChains(context, context.chains))
  if (state.chains.length === 0) return []
  const now = clock()
  return toCards(context, await listStartingIds(database, state, now, FEATURED), now)
}

/** Lists the trending collections of a network. Throws `unknown_chain`. */
export async function listTrending(context: AppContext, alias: string): Promise<Card[]> {
  return listFirst(context, [findChain(context, alias)], 'trending')
}

async function listFirst(
  context: AppContext,
  chains: Chain[],
  sort: 'popular' | 'newest' | 'trending',
): Promise<Card[]> {
  const { database } = context
  const state = await readListedState(database, listedChains(context, chains))
  if (state.chains.length === 0) return []
  const query = { sort_by: sort, time_interval: 'all' as const }
  const criteria = {
    ...toListCriteria(context, state, query),
    hasMinters: sort === 'popular',
  }
  const rows = await readList(database, criteria, { skipped: 0 }, FEATURED)
  return toCards(
    context,
    rows.map(({ id }) => id),
    criteria.now,
  )
}

/** Returns the cards of collections in the order of `ids`. */
export async function toCards(
  { database, chains }: AppContext,
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
