import { useEffect } from 'react'
import { now } from './clock.ts'

/**
 * Calls `refresh` shortly after the earliest of `instants`, by the server's clock, so
 * that the view updates. Null entries are ignored.
 */
export function useRefreshAt(instants: (string | null)[], refresh: () => void) {
  const times = instants.flatMap((instant) => (instant ? [Date.parse(instant)] : []))
  const upcoming = times.filter((time) => time > now() - 1000)
  const earliest = upcoming.length === 0 ? undefined : Math.min(...upcoming)
  useEffect(() => {
    if (earliest === undefined) return
    // Jitter, so that all viewers do not refetch at once.
    const delay = earliest - now() + 500 + Math.random() * 1000
    // Beyond a day the timer's range is exceeded, and the page was left long before.
    if (delay > 86_400_000) return
    const timer = setTimeout(refresh, Math.max(0, delay))
    return () => clearTimeout(timer)
  }, [earliest, refresh])
}
