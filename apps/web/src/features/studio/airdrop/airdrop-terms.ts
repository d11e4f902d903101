import type { Collection } from '@platemark/api/collections'
import type { GiftKind } from '@platemark/mint/airdrop/batch-gifts'
import { type AirdropTerms, readAirdropTerms } from '@platemark/mint/airdrop/try-batch'
import { isSameAddress } from '@platemark/rules/addresses'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useAppConfig } from '../../../components/app-config.ts'
import { createChainRpc } from '../../../lib/chain-rpc.ts'
import { walletConfig } from '../../../lib/wagmi.ts'
import type { Own } from '../page/own.ts'

/** Returns the kind of a collection, as far as the gas of gifts depends on it. */
export function giftKind({ kind }: Collection): GiftKind {
  return kind === 'edition' ? 'edition' : 'drop'
}

/** Returns the contract of a collection. */
export function collectionContract({ collection }: Own): Address {
  // Safe: the API contract defines it as an address.
  return collection.contract_address as Address
}

/** Returns the nodes of the network of a collection. */
export function useOwnRpc({ network }: Own) {
  const wagmi = walletConfig(useAppConfig())
  return createChainRpc(wagmi.getClient({ chainId: network.id }))
}

/** Reads from the chain what an airdrop depends on. */
export function useAirdropTerms(own: Own) {
  const rpc = useOwnRpc(own)
  const contract = collectionContract(own)
  return useQuery({
    queryKey: ['airdrop terms', own.network.id, contract],
    queryFn: () =>
      readAirdropTerms(rpc, contract, own.network.is_demo ? 'pending' : 'latest'),
    staleTime: 5_000,
    refetchInterval: 15_000,
  })
}

/** Returns why the caller cannot send an airdrop, in a sentence; undefined where nothing is. */
export function airdropObstacle(terms: AirdropTerms, { user }: Own): string | undefined {
  if (!isSameAddress(terms.owner, user.address)) {
    return 'The contract has a new owner. Only the owner can give items away.'
  }
  if (terms.left === 0) {
    return 'Every item is minted, so none is left to give away.'
  }
  return undefined
}
