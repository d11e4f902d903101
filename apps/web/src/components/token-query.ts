import { getToken } from '@platemark/api/operations'
import { nullableApiQuery } from '../lib/query.ts'

/** Query for one token of a collection's page; null when it was never minted. */
export const tokenQuery = (chain: string, alias: string, tokenId: string) =>
  nullableApiQuery(getToken, {
    params: { chain_alias: chain, contract_address: alias, token_id: tokenId },
  })
