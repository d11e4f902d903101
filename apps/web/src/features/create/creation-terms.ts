import { getDeployment } from '@platemark/api/studio-operations'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useDraftEditor } from './draft-editor.tsx'

/** Fees that the network and its factory demand of a new collection, in wei. */
export type CreationTerms = {
  /** Mint fee that a collection created now would have. */
  mintFeeWei: bigint
  /** Estimated network fee of creating it; null where nothing can be created. */
  cost: { wei: bigint; isWhole: boolean } | null
}

/**
 * Reads the terms of creating the draft on its network, as the review shows them; undefined until
 * they are known, and while the draft is not stored with this network.
 */
export function useCreationTerms(alias: string): CreationTerms | undefined {
  const { contract_id, fields } = useDraftEditor().draft
  const { data } = useQuery({
    // A key of its own: they follow the network, not each change of the draft.
    queryKey: ['creation-terms', contract_id, alias],
    queryFn: ({ signal }) => call(getDeployment, { params: { contract_id } }, { signal }),
    enabled: contract_id !== '' && fields.chain_alias === alias,
    staleTime: 60_000,
  })
  if (!data) return undefined
  const { mint_fee_wei, cost } = data
  return {
    mintFeeWei: BigInt(mint_fee_wei),
    cost: cost && { wei: BigInt(cost.network_fee_wei), isWhole: cost.is_whole },
  }
}
