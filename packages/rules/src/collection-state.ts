import { type CollectionState, PUBLIC_PHASE_ID } from './states.ts'

/** A window of time, half-open. All times here are unix seconds, as in the contracts. */
export type PhaseWindow = {
  /** First second of the phase. */
  start: number
  /** First second after the phase; `NEVER_ENDS` is as good as never. */
  end: number
}

export type PricedPhase = PhaseWindow & {
  phaseId: number
  /** Wei for one token, without the mint fee. */
  priceWei: bigint
}

export type CountedPhase = PricedPhase & {
  /** Tokens this phase may mint; null: whatever is left of the collection. */
  maxSupply: number | null
  minted: number
}

export type CollectionFacts = {
  /** A log of the collection could not be applied, so that all the rest may be wrong. */
  isUnreadable?: boolean
  isPaused: boolean
  minted: number
  /** Null: no cap. */
  maxSupply: number | null
  phases: readonly CountedPhase[]
}

type Supply = Pick<CollectionFacts, 'minted' | 'maxSupply'>

/** The largest time a contract can hold: a phase that ends here has no end. */
export const NEVER_ENDS = 4_294_967_295

/**
 * Returns the state of a deployed collection at `now` (unix seconds). A collection that sold out
 * or ended is not paused: there is nothing left to resume. Of an unreadable one nothing else is known.
 */
export function collectionState(facts: CollectionFacts, now: number): CollectionState {
  if (facts.isUnreadable) return 'unreadable'
  if (isSoldOut(facts)) return 'sold_out'
  const open = facts.phases.filter((phase) => isOpen(phase, now))
  const isOver = facts.phases.length > 0 && facts.phases.every(({ end }) => end <= now)
  if (isOver) return 'ended'
  if (facts.isPaused) return 'paused'
  if (open.some(hasRoom)) return 'live'
  if (facts.phases.length === 0) return 'upcoming'
  return facts.phases.some(({ start }) => start > now) ? 'upcoming' : 'sold_out'
}

/**
 * Returns the next time at which the state or the price can change by itself, in unix seconds;
 * null when it cannot any more.
 */
export function nextChangeAt(facts: CollectionFacts, now: number): number | null {
  return facts.isUnreadable || isSoldOut(facts) ? null : nextBoundary(facts.phases, now)
}

/** The values that lists sort a collection by, until `changesAt`. */
export type Offer = {
  /** The price of `shownPhase`, without the mint fee. */
  priceWei: bigint | null
  /** Only wallets of an allowlist pay this price. */
  isAllowlistOnly: boolean
  /** The end of the last phase, while a phase is live: `NEVER_ENDS` without an end. */
  endsAt: number | null
  /** The next time at which the other values can change by themselves. */
  changesAt: number | null
}

export function offerAt(facts: CollectionFacts, now: number): Offer {
  const phase = shownPhase(facts, now)
  const isLive = collectionState(facts, now) === 'live'
  const end = Math.max(...facts.phases.map((one) => one.end))
  return {
    priceWei: phase?.priceWei ?? null,
    isAllowlistOnly: phase !== undefined && !isPublic(phase),
    endsAt: isLive ? end : null,
    changesAt: nextBoundary(facts.phases, now),
  }
}

function nextBoundary(phases: readonly PhaseWindow[], now: number): number | null {
  const boundaries = phases
    .flatMap(({ start, end }) => [start, end])
    .filter((at) => at > now && at < NEVER_ENDS)
  return boundaries.length === 0 ? null : Math.min(...boundaries)
}

/** Returns whether `now` is in [start, end). */
export function isOpen(phase: PhaseWindow, now: number): boolean {
  return phase.start <= now && now < phase.end
}

/** Returns whether every token of the collection is minted. */
export function isSoldOut({ minted, maxSupply }: Supply): boolean {
  return maxSupply !== null && minted >= maxSupply
}

/**
 * Returns whether an open phase may be offered: pages show no price with a button to mint of a
 * collection that is unreadable, paused or sold out.
 */
export function isOffered(
  facts: Pick<CollectionFacts, 'isUnreadable' | 'isPaused' | 'minted' | 'maxSupply'>,
): boolean {
  return !facts.isUnreadable && !facts.isPaused && !isSoldOut(facts)
}

/** Returns whether the phase has not reached a cap of its own. */
export function hasRoom(phase: { minted: number; maxSupply: number | null }): boolean {
  return phase.maxSupply === null || phase.minted < phase.maxSupply
}

/** Returns the phases open at `now`, the one that applies first. */
export function activePhases<P extends PricedPhase>(
  phases: readonly P[],
  now: number,
): P[] {
  return phases.filter((phase) => isOpen(phase, now)).sort(byPreference)
}

/**
 * Returns the phase that a visitor of whom nothing is known could mint in at `now`: the public
 * one, else the cheapest, those with tokens left first; undefined while none is open.
 */
export function openPhase<P extends CountedPhase>(
  phases: readonly P[],
  now: number,
): P | undefined {
  const open = activePhases(phases, now)
  const mintable = open.filter(hasRoom)
  return publicFirst(mintable) ?? publicFirst(open)
}

/** Returns the phases that are still to start, soonest first, without any that end before. */
export function laterPhases<P extends PricedPhase>(
  phases: readonly P[],
  now: number,
): P[] {
  return phases
    .filter(({ start, end }) => start > now && end > now)
    .sort((a, b) => a.start - b.start || byPreference(a, b))
}

/**
 * Returns the phase whose price a collection is shown with, and sorted by, wherever no wallet
 * is known: what a stranger pays now. It is the public phase while that is live, else the
 * cheapest live list, else the public phase to come, else the next list, and of a sale that is
 * over the last public phase, else the last list; undefined without any phase.
 *
 * `priceTerms` of price.ts has its price with the mint fee. The price that lists are sorted by
 * (`collection_prices` of the server) is written from this function too, through `offerAt`.
 */
export function shownPhase<P extends CountedPhase>(
  { phases, ...supply }: Supply & { phases: readonly P[] },
  now: number,
): P | undefined {
  const last = phases.toSorted((a, b) => b.end - a.end || byPreference(a, b))
  if (isSoldOut(supply)) return publicFirst(last)
  const mintable = activePhases(phases, now).filter(hasRoom)
  return (
    publicFirst(mintable) ?? publicFirst(laterPhases(phases, now)) ?? publicFirst(last)
  )
}

/** Returns whether anyone may mint in the phase. */
function isPublic({ phaseId }: Pick<PricedPhase, 'phaseId'>): boolean {
  return phaseId === PUBLIC_PHASE_ID
}

function publicFirst<P extends PricedPhase>(phases: readonly P[]): P | undefined {
  return phases.find(isPublic) ?? phases[0]
}

function byPreference(a: PricedPhase, b: PricedPhase): number {
  if (a.priceWei !== b.priceWei) return a.priceWei < b.priceWei ? -1 : 1
  return a.end - b.end || a.phaseId - b.phaseId
}
