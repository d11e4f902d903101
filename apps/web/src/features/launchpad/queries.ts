import type { Input } from '@platemark/api/endpoint'
import type { EndpointOf } from '@platemark/api/endpoint-of'
import {
  listCollections,
  listNewest,
  listPopular,
  listPromoted,
  listTrending,
} from '@platemark/api/operations'
import { readListPage } from '@platemark/api/routes'
import { apiQuery } from '../../lib/query.ts'

export const promotedQuery = () => apiQuery(listPromoted, {})
export const popularQuery = () => apiQuery(listPopular, {})
export const newestQuery = () => apiQuery(listNewest, {})
export const trendingQuery = (chain_alias: string) =>
  apiQuery(listTrending, { params: { chain_alias } })

type ListInput = Input<EndpointOf<typeof listCollections>>

/** Query for one page of the list by the URL's `search`. */
export function collectionListQuery(search: Record<string, unknown>) {
  // Safe: the parser drops values that the endpoint would reject.
  const query = readListPage(search) as ListInput['query']
  return apiQuery(listCollections, { query })
}
