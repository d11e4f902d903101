import type { CollectionFacts } from '@platemark/rules/collection-state'

type PhaseTerms = {
  phase_id: number
  starts_at: Date
  ends_at: Date
  /** Decimal. */
  price_wei: string
  max_supply: number | null
  minted: number
}

/** A collection's row with its phases, as far as its state, price and end follow from them. */
export type StateRow = {
  is_paused: boolean
  minted: number
  max_supply: number | null
  phases: PhaseTerms[]
}

/** What the rules ask of a collection. A phase that ends before it starts is never open. */
export function toCollectionFacts({
  is_paused,
  minted,
  max_supply,
  phases,
}: StateRow): CollectionFacts {
  return {
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

/** Seconds since 1970, as chains and rules count. */
export function toUnixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
