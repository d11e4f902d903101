/** The most code points of a collection's name and of a phase's title from a contract or file. */
export const MAX_NAME_CHARACTERS = 60

/** The most tokens one transaction may mint. */
export const MAX_PER_MINT = 50

/** The largest wallet limit of the contracts, which stands for no limit. */
export const NO_WALLET_LIMIT = 65_535

/** Phases whose mints per wallet the contracts count in 13 bits, and the largest such count. */
const NARROW_COUNT_PHASES = 8
const MAX_NARROW_COUNT = 8_191

/** Returns the most tokens that the contracts allow one wallet in a phase with this limit. */
export function walletLimit(phaseId: number, limit: number): number {
  return phaseId < NARROW_COUNT_PHASES ? Math.min(limit, MAX_NARROW_COUNT) : limit
}

/** Returns whether a limit has no effect in this phase. */
export function isUnlimited(phaseId: number, limit: number): boolean {
  return limit >= walletLimit(phaseId, NO_WALLET_LIMIT)
}

/**
 * Returns the most tokens of one more mint: the least of what is left of the wallet's limit, the
 * phase, the collection (null: no cap) and one transaction. 0 when one of them is used up.
 */
export function maxPerMint(left: {
  allowed: number
  used: number
  phaseLeft: number | null
  supplyLeft: number | null
}): number {
  const most = Math.min(
    left.allowed - left.used,
    left.phaseLeft ?? MAX_PER_MINT,
    left.supplyLeft ?? MAX_PER_MINT,
    MAX_PER_MINT,
  )
  return Math.max(most, 0)
}

/** Returns the wallet's mints and limit in one phase, `1 of 3 minted · 2 left for you`; null: no limit. */
export function limitSentence({
  phaseId,
  allowed,
  used,
}: {
  phaseId: number
  allowed: number
  used: number
}): string | null {
  if (isUnlimited(phaseId, allowed)) return null
  return `${used} of ${allowed} minted · ${Math.max(allowed - used, 0)} left for you`
}

/** Most co-editors of one draft or collection. */
export const MAX_EDITORS = 10
