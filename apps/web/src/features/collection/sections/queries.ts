import type { Collection } from '@platemark/api/collections'
import {
  listActivity,
  listChanges,
  listCollections,
  listHolders,
  listTokens,
} from '@platemark/api/operations'
import { fetched } from '../../../lib/query.ts'
import type { Place } from './address.ts'

type Paging = Partial<Pick<Place, 'page' | 'cursor'>>

const first: Paging = {}

/** Tokens of a collection, the newest first unless it is asked otherwise. */
export const tokensOf = (
  collection: Collection,
  { page, cursor, owner, order }: Partial<Place> = first,
) =>
  fetched(listTokens, {
    ...paramsOf(collection),
    query: { ...pagingOf({ page, cursor }), owner, order: order ?? 'newest' },
  })

/** Who holds a collection. */
export const holdersOf = (collection: Collection, place = first) =>
  fetched(listHolders, { ...paramsOf(collection), query: pagingOf(place) })

/** What happened to a collection; of one type, if one is named. */
export const activityOf = (
  collection: Collection,
  { type, ...place }: Paging & Partial<Pick<Place, 'type'>> = first,
) =>
  fetched(listActivity, {
    ...paramsOf(collection),
    query: { ...pagingOf(place), type },
  })

/** What its owner changed of a collection. */
export const changesOf = (collection: Collection, place = first) =>
  fetched(listChanges, { ...paramsOf(collection), query: pagingOf(place) })

/** The newest collections of a creator. */
export const madeBy = (creator: string) =>
  fetched(listCollections, {
    query: { creator, sort_by: 'newest', time_interval: 'all' },
  })

function paramsOf({ chain_alias, contract_address }: Collection) {
  return { params: { chain_alias, contract_address } }
}

function pagingOf({ page, cursor }: Paging) {
  return { page: page === undefined ? undefined : String(page), cursor }
}
