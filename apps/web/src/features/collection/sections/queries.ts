import type { Collection, Creator } from '@platemark/api/collections'
import { listHolderGroups } from '@platemark/api/holder-operations'
import {
  listActivity,
  listChanges,
  listCollections,
  listHolders,
  listTokens,
} from '@platemark/api/operations'
import { toCollectionParams } from '../../../components/collection-queries.ts'
import { apiQuery } from '../../../lib/query.ts'
import type { SectionSearch } from './section-search.ts'

type Paging = Partial<Pick<SectionSearch, 'page' | 'cursor'>>

const first: Paging = {}

/** Query for tokens of a collection, newest first by default. */
export const tokensQuery = (
  collection: Collection,
  { page, cursor, owner, order }: Partial<SectionSearch> = first,
) =>
  apiQuery(listTokens, {
    ...toCollectionParams(collection),
    query: { ...toPagingQuery({ page, cursor }), owner, order: order ?? 'newest' },
  })

/** Query for the holders of a collection. */
export const holdersQuery = (collection: Collection, place = first) =>
  apiQuery(listHolders, {
    ...toCollectionParams(collection),
    query: toPagingQuery(place),
  })

/** Query for the numbers of holders by what they hold. */
export const holderGroupsQuery = (collection: Collection) =>
  apiQuery(listHolderGroups, toCollectionParams(collection))

/** Query for the activity of a collection, optionally of one type. */
export const activityQuery = (
  collection: Collection,
  { type, ...place }: Paging & Partial<Pick<SectionSearch, 'type'>> = first,
) =>
  apiQuery(listActivity, {
    ...toCollectionParams(collection),
    query: { ...toPagingQuery(place), type },
  })

/** Query for the owner's changes of a collection. */
export const changesQuery = (collection: Collection, place = first) =>
  apiQuery(listChanges, {
    ...toCollectionParams(collection),
    query: toPagingQuery(place),
  })

/** Query for the newest collections of a creator. */
export const createdByQuery = ({ address, account_chain }: Creator) =>
  apiQuery(listCollections, {
    query: {
      creator: address,
      sort_by: 'newest',
      time_interval: 'all',
      ...(account_chain && { chain: account_chain }),
    },
  })

function toPagingQuery({ page, cursor }: Paging) {
  return { page: page === undefined ? undefined : String(page), cursor }
}
