import type { Collection } from '@platemark/api/collections'
import { getCollection, getEligibility } from '@platemark/api/operations'
import { Problem } from '@platemark/api/problem'
import { apiQuery, nullableApiQuery } from '../lib/query.ts'

/** One collection by network and address or slug; null when there is none. */
export const collectionQuery = (chain: string, alias: string) =>
  nullableApiQuery(getCollection, {
    params: { chain_alias: chain, contract_address: alias },
  })

/** What `address` may mint in each phase. */
export const eligibilityQuery = (collection: Collection, address: string) =>
  apiQuery(getEligibility, { ...toCollectionParams(collection), query: { address } })

/** Whether the API itself failed: it, or what it needs, is gone, or something else answers. */
export function isApiFailure(error: Error | null): boolean {
  if (!(error instanceof Problem)) return error !== null
  return error.status >= 500 || error.requestId === undefined
}

/** The address of a collection, as calls about it take it. */
export function toCollectionParams({ chain_alias, contract_address }: Collection) {
  return { params: { chain_alias, contract_address } }
}
