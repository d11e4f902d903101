import { collectionTerms, toSeconds } from '@platemark/api/collection-terms'
import type { Collection, ListEntry } from '@platemark/api/collections'
import { collectionState, NEVER_ENDS } from '@platemark/rules/collection-state'
import type { WalletPhase } from '@platemark/rules/mint-phase'
import type { MintInput } from '@platemark/rules/mint-state-types'

/**
 * Returns an instant at which the terms yield the response's state. SSR and hydration use
 * it, so that both render the same with any clocks.
 */
export function serverRenderedNow(collection: Collection): number {
  const terms = collectionTerms(collection)
  if (collection.next_change_at) return toSeconds(collection.next_change_at) - 1
  const boundaries = terms.phases.flatMap(({ start, end }) => [start, end])
  const past = boundaries.filter((at) => at < NEVER_ENDS)
  const candidates = [...past.sort((a, b) => b - a), 0]
  return (
    candidates.find((at) => collectionState(terms, at) === collection.state) ??
    candidates[0] ??
    0
  )
}

/** Returns the collection with pending tokens counted, at least `minted` in all. */
export function withOptimisticMinted(
  collection: Collection,
  optimisticMinted: OptimisticMinted | null,
): Collection {
  if (!optimisticMinted || collection.minted >= optimisticMinted.minted) return collection
  const extra = optimisticMinted.minted - collection.minted
  return {
    ...collection,
    minted: optimisticMinted.minted,
    phases: collection.phases.map((phase) =>
      phase.phase_id === optimisticMinted.phaseId
        ? { ...phase, minted: phase.minted + extra }
        : phase,
    ),
  }
}

/** Minted count that the index has not reached yet. */
export type OptimisticMinted = { minted: number; phaseId: number }

/** Collection and wallet as read from the chain while the API is down. */
export type ChainRead = {
  /** Wallet of the read. */
  account: string | null
  /** Overrides the API's last response; null: no change. */
  collection: Pick<Collection, 'is_paused' | 'minted' | 'max_supply' | 'phases'> | null
  /** Eligibility and list entries of the connected wallet. */
  wallet: { phases: WalletPhase[]; entries: ListEntry[] } | null
  unavailable: MintInput['unavailable']
}
