import { collectionAbi } from '@platemark/abi/collection'
import { useQueryClient } from '@tanstack/react-query'
import type { Address } from 'viem'
import { type Call, useCall } from '../../../components/call/use-call.ts'
import type { ChangeName } from '../page/change-props.ts'
import type { Own } from '../page/own.ts'
import { useRefreshOwn } from '../page/own-queries.ts'

/**
 * Sends a change of a collection by its owner; what is shown of it is read again afterwards.
 * `onMined` is called with the label of the transaction, once the new terms are there.
 */
export function useOwnCall(
  own: Own,
  topic: ChangeName | 'description',
  onMined?: (label: string) => void,
): Call {
  const { collection, network, user } = own
  const queries = useQueryClient()
  const refresh = useRefreshOwn(own)
  return useCall({
    ...{ topic, network, abi: collectionAbi, subject: `${collection.name} is on` },
    // Safe: the API contract defines both as addresses.
    account: user.address as Address,
    contract: collection.contract_address as Address,
    onMined({ blockNumber }, label) {
      void queries
        .invalidateQueries({ queryKey: ['terms on chain'] })
        .then(() => onMined?.(label))
      void refresh(BigInt(blockNumber))
    },
  })
}
