import type { Collection } from '@platemark/api/collections'
import { getCollection, getEligibility } from '@platemark/api/operations'
import { Problem } from '@platemark/api/problem'
import { fetched, found } from '../../lib/query.ts'

/** One collection by network and address or slug; null when there is none. */
export const oneCollection = (chain: string, alias: string) =>
  found(getCollection, { params: { chain_alias: chain, contract_address: alias } })

/** What `address` may mint in each phase. */
export const eligibility = (collection: Collection, address: string) =>
  fetched(getEligibility, { ...paramsOf(collection), query: { address } })

/** Whether the API itself failed: it, or what it needs, is gone, or something else answers. */
export function isFailing(error: Error | null): boolean {
  if (!(error instanceof Problem)) return error !== null
  return error.status >= 500 || error.requestId === undefined
}

/** The address of a collection, as calls about it take it. */
export function paramsOf({ chain_alias, contract_address }: Collection) {
  return { params: { chain_alias, contract_address } }
}
