import {
  getCollector,
  listCollections,
  listTokensOfOwner,
} from '@platemark/api/operations'
import { apiQuery, nullableApiQuery } from '../../lib/query.ts'

/**
 * Query for a collector: the account that the address is on the network `chain`, or with
 * an empty alias that of its key. Null when the address is invalid.
 */
export const collectorQuery = (address: string, chain: string) =>
  nullableApiQuery(getCollector, { params: { address }, query: chain ? { chain } : {} })

/** Returns whether the answer at a URL of the API is what an account holds and did. */
export function isOfAccounts(url: string): boolean {
  return url.startsWith('/api/collector/') || url.startsWith('/api/tokens?')
}

/** Network filter (alias, or empty) and cursor of a list. */
export type ListPage = { chain: string; cursor: string }

export const heldTokensQuery = (owner: string, part: ListPage) =>
  apiQuery(listTokensOfOwner, { query: { owner, ...listPageQuery(part) } })

/** Query for the collections of a creator, the newest first unless `isOldest`. */
export const createdCollectionsQuery = (
  creator: string,
  part: ListPage,
  isOldest: boolean,
) => {
  const order = isOldest ? ({ sort_by: 'oldest' } as const) : {}
  return apiQuery(listCollections, {
    query: { creator, ...listPageQuery(part), ...order },
  })
}

/** Returns the query of one page of a list of an account. */
export function listPageQuery({ chain, cursor }: ListPage): {
  chain?: string
  cursor?: string
} {
  return { ...(chain && { chain }), ...(cursor && { cursor }) }
}
