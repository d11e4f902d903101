import type { Collection } from '@platemark/api/collections'
import { getCollection, getEligibility } from '@platemark/api/operations'
import { Problem } from '@platemark/api/problem'
import { apiQuery, nullableApiQuery } from '../lib/query.ts'

/** Query for one collection by network and address or slug; null when none exists. */
export const collectionQuery = (chain: string, alias: string) =>
  nullableApiQuery(getCollection, {
    params: { chain_alias: chain, contract_address: alias },
  })

/** Query for the mint eligibility of `address` in each phase. */
export const eligibilityQuery = (collection: Collection, address: string) =>
  apiQuery(getEligibility, { ...toCollectionParams(collection), query: { address } })

/**
 * Returns whether the API itself failed: it or a dependency is down, or another server
 * responded.
 */
export function isApiFailure(error: Error | null): boolean {
  if (!(error instanceof Problem)) return error !== null
  return error.status >= 500 || error.requestId === undefined
}

/** Returns the path parameters of a collection for API calls. */
export function toCollectionParams({ chain_alias, contract_address }: Collection) {
  return { params: { chain_alias, contract_address } }
}
