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
import { fetched } from '../../lib/query.ts'

export const promoted = () => fetched(listPromoted, {})
export const popular = () => fetched(listPopular, {})
export const newest = () => fetched(listNewest, {})
export const trending = (chain_alias: string) =>
  fetched(listTrending, { params: { chain_alias } })

type ListInput = Input<EndpointOf<typeof listCollections>>

/** A page of the list that an address asks for; `search` as it stands in the address. */
export function collectionList(search: Record<string, unknown>) {
  // Safe: the reader leaves out what the endpoint would not take.
  const query = readListQuery(search) as ListInput['query']
  return fetched(listCollections, { query })
}
