import type { CollectionFacts } from '@platemark/rules/collection-state'

type PhaseTerms = {
  phase_id: number
  starts_at: Date
  ends_at: Date
  /** Decimal string. */
  price_wei: string
  max_supply: number | null
  minted: number
}

/** Row with phases from which state, price and end of a collection follow. */
export type StateRow = {
  /** Block of the log that could not be applied; absent or null: every log was. */
  unreadable_block?: number | null
  is_paused: boolean
  minted: number
  max_supply: number | null
  phases: PhaseTerms[]
}

/**
 * Maps a row to the input of the rules. Omits phases that end before they start, because
 * they are never open.
 */
export function toCollectionFacts({
  unreadable_block,
  is_paused,
  minted,
  max_supply,
  phases,
}: StateRow): CollectionFacts {
  return {
    isUnreadable: typeof unreadable_block === 'number',
    isPaused: is_paused,
    minted,
    maxSupply: max_supply,
    phases: phases
      .filter(({ starts_at, ends_at }) => starts_at < ends_at)
      .map((phase) => ({
        phaseId: phase.phase_id,
        start: toUnixSeconds(phase.starts_at),
        end: toUnixSeconds(phase.ends_at),
        priceWei: BigInt(phase.price_wei),
        maxSupply: phase.max_supply,
        minted: phase.minted,
      })),
  }
}

/** Returns whole seconds since 1970, the unit of chains and rules. */
export function toUnixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
