import type { Input } from '@platemark/api/endpoint'
import type { EndpointOf } from '@platemark/api/endpoint-of'
import {
  listCollections,
  listNewest,
  listPopular,
  listPromoted,
  listTrending,
} from '@platemark/api/operations'
import { readListQuery } from '@platemark/api/routes'
import { apiQuery } from '../../lib/query.ts'

export const promotedQuery = () => apiQuery(listPromoted, {})
export const popularQuery = () => apiQuery(listPopular, {})
export const newestQuery = () => apiQuery(listNewest, {})
export const trendingQuery = (chain_alias: string) =>
  apiQuery(listTrending, { params: { chain_alias } })

type ListInput = Input<EndpointOf<typeof listCollections>>

/** A page of the list that an address asks for; `search` as it stands in the address. */
export function collectionListQuery(search: Record<string, unknown>) {
  // Safe: the reader leaves out what the endpoint would not take.
  const query = readListQuery(search) as ListInput['query']
  return apiQuery(listCollections, { query })
}
