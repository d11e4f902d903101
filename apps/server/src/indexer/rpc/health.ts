/** Recent success and latency of an endpoint, and the end of its backoff. */
export type Health = {
  /** Share of successes, 0 to 1; newer outcomes weigh more. */
  success: number
  /** Average latency; newer requests weigh more. */
  latencyMs: number | undefined
  /** Failures in a row. */
  failures: number
  /** By the monotonic clock. */
  pausedUntil: number
}

/** Returns the health of an endpoint that was not requested yet. */
export const newHealth = (): Health => ({
  success: 0.5,
  latencyMs: undefined,
  failures: 0,
  pausedUntil: Number.NEGATIVE_INFINITY,
})

const FIRST_PAUSE_MS = 500
const MAX_REQUESTED_PAUSE_MS = 120_000
/** At this latency an endpoint has half the score of one without latency. */
const HALF_SCORE_LATENCY_MS = 1000
const WEIGHT = 0.2

/** Returns a score from 0 (never responds) to 1 (always, without latency). */
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

/** Doubles the backoff with every failure, with jitter against retries in step. */
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
  const requested = Math.min(at.retryAfterMs ?? 0, MAX_REQUESTED_PAUSE_MS)
  health.pausedUntil = at.now + Math.max(pause, requested)
}

/** Ranks the endpoint last; the backoff stays short, as another one may have been wrong. */
export function recordInvalid(
  health: Health,
  at: Parameters<typeof recordFailure>[1],
): void {
  health.success *= WEIGHT
  recordFailure(health, at)
}
