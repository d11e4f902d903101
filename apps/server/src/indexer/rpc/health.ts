/** How an endpoint did lately, and until when it is left alone. */
export type Health = {
  /** Share of what succeeded, 0 to 1; newer outcomes weigh more. */
  success: number
  /** How long a request takes, in milliseconds; newer ones weigh more. */
  latencyMs: number | undefined
  /** Failures since it did what it was asked for. */
  failures: number
  /** By the monotonic clock. */
  pausedUntil: number
}

/** The chance of an endpoint that is not known yet. */
export const newHealth = (): Health => ({
  success: 0.5,
  latencyMs: undefined,
  failures: 0,
  pausedUntil: Number.NEGATIVE_INFINITY,
})

const FIRST_PAUSE_MS = 500
const MAX_REQUESTED_PAUSE_MS = 120_000
/** At this latency an endpoint is worth half of one that answers at once. */
const HALF_SCORE_LATENCY_MS = 1000
const WEIGHT = 0.2

/** 0 (never answers) to 1 (always, and at once). */
export function healthScore({ success, latencyMs = 0 }: Health): number {
  return success * (HALF_SCORE_LATENCY_MS / (HALF_SCORE_LATENCY_MS + latencyMs))
}

export function recordLatency(health: Health, ms: number): void {
  const before = health.latencyMs ?? ms
  health.latencyMs = before + (ms - before) * WEIGHT
}

export function recordSuccess(health: Health): void {
  health.success += (1 - health.success) * WEIGHT
  health.failures = 0
}

/** Pauses twice as long with every failure; spread, so that endpoints are not tried together. */
export function recordFailure(
  health: Health,
  at: {
    now: number
    random: number
    maxPauseMs: number
    retryAfterMs?: number | undefined
  },
): void {
  health.success *= 1 - WEIGHT
  health.failures += 1
  const doubled = FIRST_PAUSE_MS * 2 ** Math.min(health.failures - 1, 16)
  const pause = Math.min(at.maxPauseMs, doubled) * (0.5 + at.random / 2)
  const asked = Math.min(at.retryAfterMs ?? 0, MAX_REQUESTED_PAUSE_MS)
  health.pausedUntil = at.now + Math.max(pause, asked)
}

/** A lie makes it the last to be asked; it may have been another's, so the pause is short. */
export function recordInvalid(
  health: Health,
  at: Parameters<typeof recordFailure>[1],
): void {
  health.success *= WEIGHT
  recordFailure(health, at)
}
