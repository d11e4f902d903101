import { useEffect, useSyncExternalStore } from 'react'

type Correction = { ms: number; uncertaintyMs: number }

// One correction for the page: the machine's clock is one, too.
let correction: Correction | undefined

/** Now by the server's clock, in ms since 1970; this machine's until an answer has come. */
export function now(): number {
  return Date.now() + (correction?.ms ?? 0)
}

/**
 * Learns from the `Date` header of an answer that was asked for at `sentAt` and read at
 * `receivedAt`, both by this machine's clock. The most certain answer counts.
 */
export function syncServerTime(
  header: string | null,
  sentAt: number,
  receivedAt: number,
) {
  const servedAt = Date.parse(header ?? '')
  if (Number.isNaN(servedAt)) return
  const uncertaintyMs = receivedAt - sentAt + 1000
  if (correction && correction.uncertaintyMs < uncertaintyMs) return
  // The header is cut to whole seconds; on average half of one is missing.
  correction = { ms: servedAt + 500 - (sentAt + receivedAt) / 2, uncertaintyMs }
}

/**
 * The current time in ms, renewed every `stepMs`; undefined in the painted view and the
 * first render of the browser, which must be equal.
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
 * Answers how to follow a clock that ticks every `ms`: called with what to do at each tick, it
 * answers how to stop. All share one timer, so that React renders them together; without
 * anybody there is none.
 */
export function ticker(ms: number): (tick: () => void) => () => void {
  const followers = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  return (tick) => {
    followers.add(tick)
    timer ??= setInterval(() => {
      for (const follower of followers) follower()
    }, ms)
    return () => {
      followers.delete(tick)
      if (followers.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
}

let hasFetched = false

/** The painted page came without a readable `Date` header: ask for one when it matters. */
function fetchServerTime() {
  if (hasFetched || correction) return
  hasFetched = true
  const sentAt = Date.now()
  fetch('/health').then(
    ({ headers }) => syncServerTime(headers.get('date'), sentAt, Date.now()),
    // Without an answer this machine's clock has to do.
    () => undefined,
  )
}
