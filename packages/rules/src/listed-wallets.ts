/** Terms of one entry of an allowlist; absent or null: those of the phase. */
type Terms = {
  quantity?: number | null | undefined
  price_wei?: string | null | undefined
}

/** Wallet that an allowlist has more than once. */
export type RepeatedWallet = {
  /** Lower case. */
  address: string
  /** Positions of its entries in the list, from 0, the first that is kept included. */
  positions: number[]
}

/**
 * Groups the entries of one phase's list by wallet, in any letter case; the rule of what a
 * repeated wallet means. `kept` are the positions of the entries that count: the first of
 * each wallet. `repeated` are wallets whose entries all have equal terms, so that one of
 * them stands for all. `contradictory` are wallets with different terms: which of them is
 * meant only the creator knows, so a list that has any is refused.
 */
export function groupListedWallets(entries: readonly ({ address: string } & Terms)[]): {
  kept: number[]
  repeated: RepeatedWallet[]
  contradictory: RepeatedWallet[]
} {
  const wallets = new Map<string, { positions: number[]; isContradictory: boolean }>()
  for (const [position, entry] of entries.entries()) {
    const address = entry.address.toLowerCase()
    const found = wallets.get(address)
    if (!found) {
      wallets.set(address, { positions: [position], isContradictory: false })
      continue
    }
    const first = entries[found.positions[0] ?? 0] ?? entry
    found.isContradictory ||= !hasEqualTerms(first, entry)
    found.positions.push(position)
  }
  const grouped = [...wallets].map(([address, group]) => ({ address, ...group }))
  const several = grouped.filter(({ positions }) => positions.length > 1)
  const pick = (isWanted: boolean) =>
    several
      .filter(({ isContradictory }) => isContradictory === isWanted)
      .map(({ address, positions }) => ({ address, positions }))
  return {
    kept: grouped.map(({ positions }) => positions[0] ?? 0),
    repeated: pick(false),
    contradictory: pick(true),
  }
}

function hasEqualTerms(one: Terms, other: Terms): boolean {
  return (
    (one.quantity ?? null) === (other.quantity ?? null) &&
    (one.price_wei ?? null) === (other.price_wei ?? null)
  )
}
