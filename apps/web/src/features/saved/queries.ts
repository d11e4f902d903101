import type { Card, Collection } from '@platemark/api/collections'
import { getCollection, getCollector, listCollections } from '@platemark/api/operations'
import { Problem } from '@platemark/api/problem'
import { isSameAddress } from '@platemark/rules/addresses'
import { queryOptions } from '@tanstack/react-query'
import { call, callWhole } from '../../lib/api.ts'

/** A saved collection as it is now. */
export type CollectionNow =
  | { at: 'listed'; card: Card }
  /** In no list: hidden by its creator, or left out by the operator. */
  | { at: 'unlisted'; collection: Collection }
  | { at: 'blocked' }
  | { at: 'missing' }

/** A followed creator as it is now. */
export type CreatorNow = {
  /** Name of the profile; null: none. */
  name: string | null
  avatar_url: string | null
  is_blocked: boolean
  /** Listed collections, of which `isExact` false is a minimum; and the newest of them. */
  total: number
  isExact: boolean
  newest: Card[]
}

/** Calls of the page that run at the same time. */
const MAX_CALLS = 4
/** Collections shown of each creator. */
const MAX_NEWEST = 3

const inTurn = createGate(MAX_CALLS)

/** Query for a saved collection by the alias of its network and its address. */
export const collectionNowQuery = (chain: string, address: string) =>
  queryOptions({
    queryKey: ['saved collection', chain, address.toLowerCase()],
    queryFn: ({ signal }) => inTurn(() => findCollection(chain, address, signal)),
  })

/** Query for a followed creator; `chain` is the network of a contract's account, or empty. */
export const creatorNowQuery = (chain: string, address: string) =>
  queryOptions({
    queryKey: ['followed creator', chain, address.toLowerCase()],
    queryFn: ({ signal }) => inTurn(() => readCreator(chain, address, signal)),
  })

/** The list is asked first: the call for one collection answers 404 where there is none. */
async function findCollection(
  chain: string,
  address: string,
  signal: AbortSignal,
): Promise<CollectionNow> {
  const query = { chain, search: address }
  const cards = await call(listCollections, { query }, { signal })
  const card = cards.find(({ contract_address }) =>
    isSameAddress(contract_address, address),
  )
  if (card) return { at: 'listed', card }
  const params = { chain_alias: chain, contract_address: address }
  try {
    const collection = await call(getCollection, { params }, { signal })
    return collection.own?.block ? { at: 'blocked' } : { at: 'unlisted', collection }
  } catch (error) {
    const { status, requestId } = error instanceof Problem ? error : {}
    // Without a request id the response is not from this server.
    if (requestId && status === 404) return { at: 'missing' }
    if (requestId && status === 451) return { at: 'blocked' }
    throw error
  }
}

async function readCreator(
  chain: string,
  address: string,
  signal: AbortSignal,
): Promise<CreatorNow> {
  const onChain = chain ? { chain } : {}
  const list = { query: { creator: address, ...onChain } }
  const { data, meta } = await callWhole(listCollections, list, { signal })
  const [first] = data
  const isListed = { total: meta.total, isExact: meta.total_is_exact }
  const newest = data.slice(0, MAX_NEWEST)
  if (first) {
    const { name, avatar_url } = first.creator
    return { name, avatar_url, is_blocked: false, ...isListed, newest }
  }
  const account = { params: { address }, query: onChain }
  const { name, avatar_url, is_blocked } = await call(getCollector, account, { signal })
  return { name, avatar_url, is_blocked, ...isListed, newest }
}

/** Creates a function that runs work, at most `places` of it at the same time. */
export function createGate(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = places
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
