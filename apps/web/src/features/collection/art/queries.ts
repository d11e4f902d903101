import { collectionAbi } from '@platemark/abi/collection'
import { computeArt, getArt } from '@platemark/api/art-operations'
import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { readContract } from '@platemark/mint/read-contract'
import { httpRpc } from '@platemark/mint/rpc'
import { queryOptions } from '@tanstack/react-query'
import type { Address, ContractFunctionReturnType } from 'viem'
import { toCollectionParams } from '../../../components/collection-queries.ts'
import { callWhole } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query.ts'

/** State of a contract, as its function `overview` returns it. */
export type ContractOverview = ContractFunctionReturnType<
  typeof collectionAbi,
  'view',
  'overview'
>

/** Query of the state of a contract, with its base URI, read from the chain. */
export function contractArtQuery(collection: Collection, network: Network) {
  // Safe: the API contract defines it as an address.
  const contract = collection.contract_address as Address
  const blockTag = network.is_demo ? 'pending' : 'latest'
  return queryOptions({
    queryKey: ['art on chain', collection.chain_id, contract, collection.manifest_hash],
    queryFn: ({ signal }) =>
      readContract(httpRpc(network.rpc_urls, { signal }), contract, blockTag, {
        ...{ abi: collectionAbi, functionName: 'overview', args: [] },
      }),
  })
}

const POLL_MS = 2000

/** Query of the files of a collection that this site has. */
export const artQuery = (collection: Collection) =>
  apiQuery(getArt, toCollectionParams(collection))

/** Query that computes the addresses of these files; repeated until they are known. */
export function computedArtQuery(collection: Collection) {
  return queryOptions({
    queryKey: ['computed art', collection.chain_id, collection.contract_address],
    queryFn: ({ signal }) =>
      callWhole(computeArt, { ...toCollectionParams(collection), body: {} }, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.computing ? POLL_MS : false),
  })
}
