import {
  type CollectionFacts,
  type CountedPhase,
  NEVER_ENDS,
} from '@platemark/rules/collection-state'
import type { MintPhase, WalletPhase } from '@platemark/rules/mint-phase'
import type { Collection, PhaseEligibility } from './collections.ts'

export type Terms = Omit<CollectionFacts, 'phases'> & { phases: readonly MintPhase[] }

type TermsOnWire = Pick<Collection, 'is_paused' | 'minted' | 'max_supply' | 'phases'> &
  Partial<Pick<Collection, 'state'>>

/** Converts a collection of the API for the rules: unix seconds, bigint wei. */
export function collectionTerms(collection: TermsOnWire): Terms {
  return {
    isUnreadable: collection.state === 'unreadable',
    isPaused: collection.is_paused,
    minted: collection.minted,
    maxSupply: collection.max_supply,
    phases: collection.phases.map((phase) => ({
      ...countedPhaseOf(phase),
      title: phase.title,
      maxPerWallet: phase.max_per_wallet,
    })),
  }
}

/** Converts the eligibility of a wallet from the API for the rules. */
export function walletPhases(phases: readonly PhaseEligibility[]): WalletPhase[] {
  return phases.map((phase) => ({
    ...countedPhaseOf(phase),
    isListed: phase.is_listed,
    used: phase.used,
    allowed: phase.allowed,
  }))
}

/** Converts a time of the API to unix seconds. */
export function toSeconds(instant: string): number {
  return Math.floor(Date.parse(instant) / 1000)
}

/** Converts unix seconds to a time of the API. */
export function toInstant(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

type ApiPhase = Pick<
  PhaseEligibility,
  'phase_id' | 'start' | 'end' | 'price_wei' | 'max_supply' | 'minted'
>

function countedPhaseOf(phase: ApiPhase): CountedPhase {
  return {
    phaseId: phase.phase_id,
    start: toSeconds(phase.start),
    end: Math.min(toSeconds(phase.end), NEVER_ENDS),
    priceWei: BigInt(phase.price_wei),
    maxSupply: phase.max_supply,
    minted: phase.minted,
  }
}
