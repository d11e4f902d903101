/** Returns the chain of an id; undefined for one that is not in the list. */
export function findChain<Chain extends { id: number }>(
  chains: readonly Chain[],
  id: number | null | undefined,
): Chain | undefined {
  return chains.find((chain) => chain.id === id)
}
