import {
  type CollectionFacts,
  collectionState,
  NEVER_ENDS,
} from '@platemark/rules/collection-state'
import type { MintPhase, WalletPhase } from '@platemark/rules/mint-state'
import type { Collection, PhaseEligibility } from '@platemark/wire/collections'

export type Terms = Omit<CollectionFacts, 'phases'> & { phases: readonly MintPhase[] }

/** A collection of the API as the rules read it: unix seconds, bigint wei. */
export function termsOf(collection: Collection): Terms {
  return {
    isPaused: collection.is_paused,
    minted: collection.minted,
    maxSupply: collection.max_supply,
    phases: collection.phases.map((phase) => ({
      phaseId: phase.phase_id,
      title: phase.title,
      start: secondsOf(phase.start),
      end: Math.min(secondsOf(phase.end), NEVER_ENDS),
      priceWei: BigInt(phase.price_wei),
      maxSupply: phase.max_supply,
      minted: phase.minted,
      maxPerWallet: phase.max_per_wallet,
    })),
  }
}

/** What the API says a wallet may mint, as the rules read it. */
export function walletPhasesOf(phases: readonly PhaseEligibility[]): WalletPhase[] {
  return phases.map((phase) => ({
    phaseId: phase.phase_id,
    isListed: phase.is_listed,
    used: phase.used,
    allowed: phase.allowed,
    priceWei: BigInt(phase.price_wei),
  }))
}

/**
 * An instant at which everything is as the reply says, for the painted view: the same on
 * the server and in the browser, whatever their clocks say.
 */
export function paintedNow(collection: Collection): number {
  const terms = termsOf(collection)
  if (collection.next_change_at) return secondsOf(collection.next_change_at) - 1
  const boundaries = terms.phases.flatMap(({ start, end }) => [start, end])
  const past = boundaries.filter((at) => at < NEVER_ENDS)
  const candidates = [...past.sort((a, b) => b - a), 0]
  return (
    candidates.find((at) => collectionState(terms, at) === collection.state) ??
    candidates[0] ??
    0
  )
}

/** The collection with tokens counted that are on their way, at least `minted` in all. */
export function countedAhead(collection: Collection, ahead: Ahead | null): Collection {
  if (!ahead || collection.minted >= ahead.minted) return collection
  const extra = ahead.minted - collection.minted
  return {
    ...collection,
    minted: ahead.minted,
    phases: collection.phases.map((phase) =>
      phase.phase_id === ahead.phaseId
        ? { ...phase, minted: phase.minted + extra }
        : phase,
    ),
  }
}

/** A count that the index has yet to reach. */
export type Ahead = { minted: number; phaseId: number }

function secondsOf(instant: string): number {
  return Math.floor(Date.parse(instant) / 1000)
}
