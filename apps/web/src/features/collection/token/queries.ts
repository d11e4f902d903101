import type { Collection } from '@platemark/api/collections'
import { listActivity } from '@platemark/api/operations'
import { queryOptions } from '@tanstack/react-query'
import { toCollectionParams } from '../../../components/collection-queries.ts'
import { apiQuery } from '../../../lib/query.ts'

/** Query for the history of a token from a cursor on, newest first. */
export const tokenHistoryQuery = (
  collection: Collection,
  tokenId: string,
  cursor: string | undefined,
) =>
  apiQuery(listActivity, {
    ...toCollectionParams(collection),
    query: { token_id: tokenId, ...(cursor && { cursor }) },
  })

/**
 * Query for the owner of a token from its contract; null when the token does not exist.
 */
export const tokenOwnerQuery = (
  { chain_id, contract_address }: Collection,
  rpcUrls: readonly string[],
  tokenId: string,
) =>
  queryOptions({
    queryKey: ['owner on chain', chain_id, contract_address, tokenId],
    queryFn: async ({ signal }): Promise<string | null> => {
      const { readOwner } = await import('./read-owner.ts')
      return readOwner(rpcUrls, contract_address, tokenId, signal)
    },
  })
