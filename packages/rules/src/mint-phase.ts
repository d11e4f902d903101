import type { CountedPhase } from './collection-state.ts'
import { walletLimit } from './limits.ts'
import { PUBLIC_PHASE_ID } from './states.ts'

/** A phase as a mint panel needs it; `priceWei` is what anyone pays, entries may differ. */
export type MintPhase = CountedPhase & {
  title: string
  /** Tokens one wallet may mint here, unless its entry on the list says otherwise. */
  maxPerWallet: number
}

/** What one phase offers the wallet that looks; its place on a list has terms of its own. */
export type WalletPhase = CountedPhase & {
  /** On the list; true for the public phase. */
  isListed: boolean
  used: number
  allowed: number
}

/** A phase as the wallet meets it. */
export type OfferedPhase<P extends MintPhase = MintPhase> = P & {
  used: number
  allowed: number
}

/** What is known of a wallet's own terms, by phase; nothing while it is not read. */
type OwnPhases = readonly WalletPhase[] | null | undefined

/** `phase` on the wallet's own terms, on those of everybody while they are not known. */
export function offeredPhase(phase: MintPhase, owns: OwnPhases): OfferedPhase {
  const own = ownOf(phase, owns)
  const allowed = own?.isListed ? own.allowed : phase.maxPerWallet
  return { ...phase, used: 0, ...own, allowed: walletLimit(phase.phaseId, allowed) }
}

/** Whether the wallet may mint in it at all: everybody may in the public phase. */
export function canEnter(phase: MintPhase, owns: OwnPhases): boolean {
  if (phase.phaseId === PUBLIC_PHASE_ID) return true
  return ownOf(phase, owns)?.isListed ?? false
}

/** Whether the wallet has not minted all that it may in this phase. */
export function hasOwnRoom({ used, allowed }: OfferedPhase): boolean {
  return used < allowed
}

function ownOf({ phaseId }: MintPhase, owns: OwnPhases): WalletPhase | undefined {
  return owns?.find((own) => own.phaseId === phaseId)
}
