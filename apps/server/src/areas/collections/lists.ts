import type { Card, listCollections, PromotedCard } from '@platemark/wire/collections'
import type { Parsed } from '@platemark/wire/endpoint'
import { type ListMeta, perPage } from '@platemark/wire/fields'
import { Problem } from '@platemark/wire/problem'
import type { Chain } from '../../platform/chains.ts'
import type { Resources } from '../../platform/resources.ts'
import { toCard, toPhase } from './cards.ts'
import { listDescriptionsOf, listPhasesOf } from './queries/collections.ts'
import type { ListCriteria, ListedChain, ListSort } from './queries/list-order.ts'
import { countIds, findListedIds, listCardRows, listIds } from './queries/lists.ts'

/** Collections in each list of the first page. */
const FEATURED = 12
const MOST_PROMOTED = 8
const MOST_CHAINS = 20

/** Rows that a reader can page through, and matches of a search that are counted. */
const DEEPEST = 100_000
const MOST_FOUND = 1000

/** One page of the public list. Throws `validation_failed` naming what is allowed. */
export async function listPage(
  resources: Resources,
  query: Parsed<typeof listCollections>['query'],
): Promise<{ data: Card[]; meta: ListMeta }> {
  const now = resources.clock()
  const search = query.search?.normalize('NFC').trim()
  const criteria: ListCriteria = {
    chains: listedChains(resources, readChains(resources, query.chain)),
    sort: query.sort_by,
    window: query.time_interval === 'all' ? null : query.time_interval,
    now,
    ...(search !== undefined && { search }),
    ...(query.creator && { creator: query.creator.toLowerCase() }),
  }
  if (criteria.chains.length === 0) return { data: [], meta: metaOf(query.page, 0) }

  const most = search === undefined ? DEEPEST : MOST_FOUND
  const total = await countIds(resources.database, criteria, most)
  const offset = (query.page - 1) * perPage
  const data = offset < total ? await cardsOf(resources, criteria, perPage, offset) : []
  return { data, meta: metaOf(query.page, total) }
}

/** What the operator promotes now, in the operator's order. */
export async function listPromoted(resources: Resources): Promise<PromotedCard[]> {
  const { configuration, database, chains, clock } = resources
  const now = clock()
  const current = configuration.promoted
    .filter(
      ({ from, until }) =>
        (!from || new Date(from) <= now) && (!until || now < new Date(until)),
    )
    .sort((a, b) => a.order - b.order)
    .flatMap(({ chain: alias, address, label }) => {
      const chain = chains.find((one) => one.alias === alias)
      return chain ? [{ chain_id: chain.id, address: address.toLowerCase(), label }] : []
    })
  const places = current.map(({ chain_id, address }) => ({ chain_id, address }))
  const ids = await findListedIds(database, listedChains(resources, chains), places)
  const labels = new Map<string, string>()
  for (const { chain_id, address, label } of current) {
    const id = ids.get(`${chain_id} ${address}`)
    if (id && !labels.has(id) && labels.size < MOST_PROMOTED) labels.set(id, label)
  }
  const cards = await toCards(resources, [...labels.keys()], now, labels)
  const shown = cards.map(({ contract_id }) => contract_id)
  const descriptions = await listDescriptionsOf(database, shown)
  const phases = await listPhasesOf(database, shown)
  return cards.map((card) => ({
    ...card,
    description: descriptions.get(card.contract_id) ?? '',
    phases: phases
      .filter(({ collection_id }) => collection_id === card.contract_id)
      .map(toPhase),
  }))
}

export async function listFeatured(
  resources: Resources,
  sort: 'popular' | 'newest',
): Promise<Card[]> {
  const criteria = criteriaOf(resources, resources.chains, sort)
  return cardsOf(resources, { ...criteria, hasMinters: sort === 'popular' }, FEATURED, 0)
}

/** Throws `unknown_chain`. */
export async function listTrending(resources: Resources, alias: string): Promise<Card[]> {
  const chain = findChain(resources, alias)
  return cardsOf(resources, criteriaOf(resources, [chain], 'trending'), FEATURED, 0)
}

/** Throws `unknown_chain`. */
export function findChain({ chains }: Resources, alias: string): Chain {
  const chain = chains.find((one) => one.alias === alias)
  if (!chain) throw new Problem('unknown_chain')
  return chain
}

function criteriaOf(resources: Resources, chains: Chain[], sort: ListSort): ListCriteria {
  const now = resources.clock()
  return { chains: listedChains(resources, chains), sort, window: null, now }
}

async function cardsOf(
  resources: Resources,
  criteria: ListCriteria,
  limit: number,
  offset: number,
): Promise<Card[]> {
  if (criteria.chains.length === 0) return []
  const ids = await listIds(resources.database, criteria, limit, offset)
  return toCards(resources, ids, criteria.now)
}

async function toCards(
  { database, chains }: Resources,
  ids: string[],
  now: Date,
  labels?: Map<string, string>,
): Promise<Card[]> {
  const byId = new Map(chains.map((chain) => [chain.id, chain]))
  const rows = await listCardRows(database, ids)
  return rows.flatMap((row) => {
    const chain = byId.get(row.chain_id)
    return chain ? [toCard(chain, row, now, labels?.get(row.id) ?? null)] : []
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

function metaOf(page: number, total: number): ListMeta {
  const last_page = Math.max(1, Math.ceil(total / perPage))
  return { page, per_page: perPage, total, last_page }
}
