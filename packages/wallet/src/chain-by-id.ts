import { WalletError } from './errors.ts'
import { findChain } from './find-chain.ts'

/** Returns the chain of an id. Throws `Chain {id} not supported` for one that is not in the list. */
export function chainById<Chain extends { id: number }>(
  chains: readonly Chain[],
  id: number,
): Chain {
  const chain = findChain(chains, id)
  if (!chain) throw new WalletError('chain_not_supported', { values: { id } })
  return chain
}
