import { toSeconds } from '@platemark/api/collection-terms'
import type { PricedFields } from '@platemark/api/studio'
import { NEVER_ENDS } from '@platemark/rules/collection-state'

/** A phase with its times in unix seconds; the end is exclusive. */
export type SchedulePhase = {
  phase_id: number
  kind: 'public' | 'allowlist'
  title: string
  start: number
  end: number
  priceWei: bigint
  /** Tokens of one wallet. */
  limit: number
  /** Tokens of the phase; null: no cap of its own. */
  cap: number | null
}

/** A second at which wallets try to mint in a phase. */
export type Instant = {
  phase: SchedulePhase
  boundary: 'opens' | 'closes'
  offset: number
  at: number
}

/** Returns the phases by their start, and lists before the public phase. */
export function toSchedule({ phases }: PricedFields): SchedulePhase[] {
  return phases
    .map((phase) => ({
      phase_id: phase.phase_id,
      kind: phase.kind,
      title: phase.title,
      start: toSeconds(phase.start),
      end: toSeconds(phase.end),
      priceWei: BigInt(phase.price_wei),
      limit: phase.max_per_wallet,
      cap: phase.max_supply,
    }))
    .sort((a, b) => a.start - b.start || a.phase_id - b.phase_id)
}

/** Returns whether a phase is open at a time, as the contract decides it. */
export function isOpenAt({ start, end }: SchedulePhase, at: number): boolean {
  return start <= at && at < end
}

/**
 * Returns the seconds around every boundary after the deployment, in order. A phase that is open
 * already opens with the deployment.
 */
export function listInstants(
  phases: readonly SchedulePhase[],
  deployedAt: number,
): Instant[] {
  const after = deployedAt + 1
  const around = (phase: SchedulePhase, boundary: Instant['boundary'], second: number) =>
    [-1, 0, 1].map((offset) => ({ phase, boundary, offset, at: second + offset }))
  return phases
    .flatMap((phase) => [
      ...around(phase, 'opens', Math.max(phase.start, after)),
      ...(phase.end < NEVER_ENDS ? around(phase, 'closes', phase.end) : []),
    ])
    .filter(({ at }) => at >= after)
    .sort((a, b) => a.at - b.at)
}
