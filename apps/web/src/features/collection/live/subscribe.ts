import { readStream, type StreamEvent } from './event-stream.ts'

/**
 * The server sends a heartbeat every 20 seconds; a longer silence means a dead
 * connection.
 */
const MAX_SILENCE_MS = 60_000

/** A hidden page closes its connection after this time. */
const MAX_HIDDEN_MS = 60_000

/** Delay after a regular end: the server closes streams after a while. */
const RECONNECT_DELAY_MS = 3000
const MIN_RETRY_DELAY_MS = 1000
const MAX_RETRY_DELAY_MS = 60_000
const MIN_FAILURES_WHEN_GONE = 6

type SubscribeOptions = {
  url: string
  onEvent: (event: StreamEvent) => void
  /** Called when a stream opens or closes. */
  onOpenChange: (isOpen: boolean) => void
  /** Called when the stream's resource seems to be gone. */
  onGone: () => void
}

/**
 * Subscribes to `url` while the page is visible and reconnects with backoff after every
 * end. Returns a function that stops it.
 */
export function subscribeToStream(options: SubscribeOptions): () => void {
  const whole = new AbortController()
  void reconnectLoop(options, whole.signal)
  return () => whole.abort()
}

async function reconnectLoop(
  options: SubscribeOptions,
  stopped: AbortSignal,
): Promise<void> {
  const { url, onEvent, onOpenChange, onGone } = options
  let lastEventId: string | undefined
  let failures = 0
  while (!stopped.aborted) {
    await whenVisible(stopped)
    const { signal, release } = abortWhenHidden(stopped)
    const end = await readStream({
      url,
      lastEventId,
      signal,
      silenceMs: MAX_SILENCE_MS,
      onOpen: () => {
        failures = 0
        onOpenChange(true)
      },
      onEvent: (event) => {
        lastEventId = event.id ?? lastEventId
        onEvent(event)
      },
    })
    release()
    if (stopped.aborted) return
    onOpenChange(false)
    if (end.status !== 200) failures += 1
    if (end.status === 404 || end.status === 451) {
      onGone()
      // A proxy may have sent the response: retry, but with a long delay.
      failures = Math.max(failures, MIN_FAILURES_WHEN_GONE)
    }
    await wait(Math.max(retryDelayMs(failures), end.retryAfterSeconds * 1000), stopped)
  }
}

/** Returns a jittered delay, so that disconnected clients do not reconnect at once. */
function retryDelayMs(failures: number): number {
  const most =
    failures === 0
      ? RECONNECT_DELAY_MS
      : Math.min(MIN_RETRY_DELAY_MS * 2 ** failures, MAX_RETRY_DELAY_MS)
  return most / 2 + (Math.random() * most) / 2
}

/** Waits; a restored connection ends the wait early. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}

/** Resolves when the page is visible. */
function whenVisible(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener('visibilitychange', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    document.addEventListener('visibilitychange', done)
    signal.addEventListener('abort', done)
  })
}

/** Returns a signal that aborts when the page was hidden for long, or with `stopped`. */
function abortWhenHidden(stopped: AbortSignal) {
  const control = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(() => control.abort(), MAX_HIDDEN_MS)
  }
  look()
  document.addEventListener('visibilitychange', look)
  return {
    signal: AbortSignal.any([control.signal, stopped]),
    release: () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    },
  }
}
