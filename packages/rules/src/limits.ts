/** The most tokens one transaction may mint. */
export const MAX_PER_MINT = 50

/** The wallet limit that is as good as none. */
export const NO_WALLET_LIMIT = 65_535

/** Phases whose wallets the contracts count in 13 bits, and the most that fits there. */
const HELD_PHASES = 8
const HELD_MOST = 8_191

/** How many tokens the contracts let one wallet take in a phase with this limit. */
export function walletLimit(phaseId: number, limit: number): number {
  return phaseId < HELD_PHASES ? Math.min(limit, HELD_MOST) : limit
}

/** Whether a limit is as good as none in this phase. */
export function isUnlimited(phaseId: number, limit: number): boolean {
  return limit >= walletLimit(phaseId, NO_WALLET_LIMIT)
}

/**
 * How many tokens one more mint can bring: what is left of the wallet's limit, of the phase,
 * of the collection (null: no cap) and of one transaction. 0 when something is used up.
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

/** How the limit of a wallet in one phase adds up; null when there is none. */
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
  const most = allowed === 1 ? '1' : `up to ${allowed}`
  const spent =
    used === 0
      ? `none of ${allowed === 1 ? 'it' : 'them'} is`
      : used === 1
        ? allowed === 1
          ? 'it is'
          : '1 of them is'
        : `${used} of them are`
  return `You can mint ${most} in this phase; ${spent} used.`
}
