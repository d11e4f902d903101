import { useEffect } from 'react'
import { now } from './clock.ts'

/**
 * Calls `refresh` shortly after the earliest of `instants`, by the server's clock: what is
 * shown changes then by itself. Null stands for never.
 */
export function useRefreshAt(instants: (string | null)[], refresh: () => void) {
  const times = instants.flatMap((instant) => (instant ? [Date.parse(instant)] : []))
  const upcoming = times.filter((time) => time > now() - 1000)
  const earliest = upcoming.length === 0 ? undefined : Math.min(...upcoming)
  useEffect(() => {
    if (earliest === undefined) return
    // Spread over a second, so that all viewers do not ask at once.
    const delay = earliest - now() + 500 + Math.random() * 1000
    // Further away the page has been left, and a timer cannot count that far.
    if (delay > 86_400_000) return
    const timer = setTimeout(refresh, Math.max(0, delay))
    return () => clearTimeout(timer)
  }, [earliest, refresh])
}
