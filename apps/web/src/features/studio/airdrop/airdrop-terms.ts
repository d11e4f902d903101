import type { Collection } from '@platemark/api/collections'
import type { GiftKind } from '@platemark/mint/airdrop/batch-gifts'
import { type AirdropTerms, readAirdropTerms } from '@platemark/mint/airdrop/try-batch'
import { isSameAddress } from '@platemark/rules/addresses'
import { useQuery } from '@tanstack/react-query'
import { useNetworkRpc } from '../../../components/use-network-rpc.ts'
import { chooseStateTag } from '../../../lib/chain-rpc.ts'
import { collectionContract, type Own } from '../page/own.ts'

/** Returns the kind of a collection, as far as the gas of gifts depends on it. */
export function giftKind({ kind }: Collection): GiftKind {
  return kind === 'edition' ? 'edition' : 'drop'
}

/** Reads from the chain what an airdrop depends on. */
export function useAirdropTerms(own: Own) {
  const rpc = useNetworkRpc(own.network)
  const contract = collectionContract(own)
  return useQuery({
    queryKey: ['airdrop terms', own.network.id, contract],
    queryFn: () => readAirdropTerms(rpc, contract, chooseStateTag(own.network)),
    staleTime: 5_000,
    refetchInterval: 15_000,
  })
}

/** Returns why the caller cannot send an airdrop, in a sentence; undefined where nothing is. */
export function airdropObstacle(terms: AirdropTerms, { user }: Own): string | undefined {
  if (!isSameAddress(terms.owner, user.address)) {
    return 'The contract has another owner by now. Only the owner can give tokens away.'
  }
  if (terms.left === 0) {
    return 'Every token is minted, so none is left to give away.'
  }
  return undefined
}
