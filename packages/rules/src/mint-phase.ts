import type { CountedPhase } from './collection-state.ts'
import { walletLimit } from './limits.ts'
import { PUBLIC_PHASE_ID } from './states.ts'

/** A phase as a mint panel needs it; `priceWei` is what anyone pays, entries may differ. */
export type MintPhase = CountedPhase & {
  title: string
  /** Tokens one wallet may mint here, unless its entry on the list differs. */
  maxPerWallet: number
}

/** The terms of one phase for the connected wallet; its entry on a list may differ. */
export type WalletPhase = CountedPhase & {
  /** On the list; true for the public phase. */
  isListed: boolean
  used: number
  allowed: number
}

/** A phase with the terms of the wallet. */
export type OfferedPhase<P extends MintPhase = MintPhase> = P & {
  used: number
  allowed: number
}

/** The wallet's own terms, by phase; absent while they are not read. */
type OwnPhases = readonly WalletPhase[] | null | undefined

/** Returns `phase` with the wallet's own terms, or the common ones while those are unknown. */
export function offeredPhase(phase: MintPhase, owns: OwnPhases): OfferedPhase {
  const own = ownOf(phase, owns)
  const allowed = own?.isListed ? own.allowed : phase.maxPerWallet
  return { ...phase, used: 0, ...own, allowed: walletLimit(phase.phaseId, allowed) }
}

/** Returns whether the wallet may mint in the phase: always in the public one. */
export function canEnter(phase: MintPhase, owns: OwnPhases): boolean {
  if (phase.phaseId === PUBLIC_PHASE_ID) return true
  return ownOf(phase, owns)?.isListed ?? false
}

/** Returns whether the wallet has tokens of its limit left in this phase. */
export function hasOwnRoom({ used, allowed }: OfferedPhase): boolean {
  return used < allowed
}

function ownOf({ phaseId }: MintPhase, owns: OwnPhases): WalletPhase | undefined {
  return owns?.find((own) => own.phaseId === phaseId)
}
