import { useEffect, useSyncExternalStore } from 'react'

type Correction = { ms: number; uncertaintyMs: number }

// Module state: the page has one clock.
let correction: Correction | undefined

/**
 * Returns the time by the server's clock, in ms since 1970; the local time before the
 * first sync.
 */
export function now(): number {
  return Date.now() + (correction?.ms ?? 0)
}

/**
 * Syncs with the `Date` header of a response that was requested at `sentAt` and read at
 * `receivedAt`, both in local time. The most precise response counts.
 */
export function syncServerTime(
  header: string | null,
  sentAt: number,
  receivedAt: number,
) {
  const servedAt = Date.parse(header ?? '')
  // A local clock that was set back meanwhile would make any difference look precise.
  if (Number.isNaN(servedAt) || receivedAt < sentAt) return
  const uncertaintyMs = receivedAt - sentAt + 1000
  if (correction && correction.uncertaintyMs < uncertaintyMs) return
  // The header is truncated to whole seconds: add half a second on average.
  correction = { ms: servedAt + 500 - (sentAt + receivedAt) / 2, uncertaintyMs }
}

/**
 * Returns the current time in ms, updated every `stepMs`; undefined in SSR and during
 * hydration, which must match.
 */
export function useNow(stepMs = 1000): number | undefined {
  useEffect(fetchServerTime, [])
  const tick = useSyncExternalStore(
    stepMs < 60_000 ? everySecond : everyMinute,
    () => Math.floor(now() / stepMs),
    () => undefined,
  )
  return tick === undefined ? undefined : now()
}

const everySecond = ticker(1000)
const everyMinute = ticker(10_000)

/**
 * Returns a subscribe function for a clock that ticks every `ms`. Subscribers share one
 * timer, so that React batches their updates; without subscribers there is none.
 */
export function ticker(ms: number): (tick: () => void) => () => void {
  const subscribers = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  return (tick) => {
    subscribers.add(tick)
    timer ??= setInterval(() => {
      for (const subscriber of subscribers) subscriber()
    }, ms)
    return () => {
      subscribers.delete(tick)
      if (subscribers.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
}

let hasFetched = false

/** Fetches a `Date` header once: that of the page itself cannot be read. */
function fetchServerTime() {
  if (hasFetched || correction) return
  hasFetched = true
  const sentAt = Date.now()
  fetch('/health').then(
    ({ headers }) => syncServerTime(headers.get('date'), sentAt, Date.now()),
    // Without a response the local clock has to do.
    () => undefined,
  )
}
