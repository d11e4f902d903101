import { collectionTerms, toSeconds } from '@platemark/api/collection-terms'
import type { Collection, ListEntry } from '@platemark/api/collections'
import { collectionState, NEVER_ENDS } from '@platemark/rules/collection-state'
import type { WalletPhase } from '@platemark/rules/mint-phase'
import type { MintInput } from '@platemark/rules/mint-state-types'

/**
 * An instant at which everything is as the reply says, for the painted view: the same on
 * the server and in the browser, whatever their clocks say.
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

/** The collection with tokens counted that are on their way, at least `minted` in all. */
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

/** A count that the index has yet to reach. */
export type OptimisticMinted = { minted: number; phaseId: number }

/** What the chain itself says while the API cannot. */
export type ChainRead = {
  /** The wallet it was read for. */
  account: string | null
  /** In place of what the API last told; null: nothing new. */
  collection: Pick<Collection, 'is_paused' | 'minted' | 'max_supply' | 'phases'> | null
  /** The connected wallet's offers and places on lists. */
  wallet: { phases: WalletPhase[]; entries: ListEntry[] } | null
  unavailable: MintInput['unavailable']
}
