import { endpointUrl } from '@platemark/api/endpoint'
import type { MAX_LIVE_COLLECTIONS } from '@platemark/api/live'
import { listenToCollections } from '@platemark/api/operations'
import { anySignal } from '@platemark/mint/abort-signals'
import { readStream, type StreamEnd, type StreamEvent } from './event-stream.ts'
import type { TabGroup } from './tabs.ts'

/**
 * The server sends a heartbeat every 20 seconds; a longer silence means a dead
 * connection.
 */
export const MAX_SILENCE_MS = 60_000

/** Interval at which the leader confirms the open stream to the other tabs. */
const STATUS_INTERVAL_MS = 10_000

/** Delay after a regular end: the server closes streams after a while. */
const RECONNECT_DELAY_MS = 3000
const MIN_RETRY_DELAY_MS = 1000
const MAX_RETRY_DELAY_MS = 60_000
const MIN_FAILURES_WHEN_GONE = 6

// The type imports no schema, and the compiler compares the values.
const MAX_TOPICS: typeof MAX_LIVE_COLLECTIONS = 10

/** The stream of a leader, as other tabs may ask for it. */
export type Leader = {
  /** Sends its state again, and reopens the stream if it lacks a collection. */
  repeat(): void
  /** Runs until the signal aborts; never rejects. */
  run(tabs: TabGroup): Promise<void>
}

/**
 * Creates the leader's part: one stream for the collections of all tabs, reconnected with
 * backoff after every end. `notBefore` is the time before which the server wants no
 * attempt, in ms since 1970.
 */
export function createLeader(signal: AbortSignal, notBefore: number): Leader {
  let repeat = () => {}
  return {
    repeat: () => repeat(),
    async run(tabs) {
      let failures = 0
      let topics: string[] = []
      await wait(notBefore - Date.now(), signal)
      while (!signal.aborted) {
        topics = await chooseTopics(tabs, topics)
        if (signal.aborted) return
        const stream = openStream(tabs, topics, signal)
        repeat = stream.repeat
        const { end, isOpened, isOutdated } = await stream.ended
        repeat = () => {}
        if (signal.aborted) return
        if (isOpened) failures = 0
        if (isOutdated) continue
        if (end.status !== 200) failures += 1
        if (end.status === 404 || end.status === 451) {
          for (const topic of topics)
            tabs.send({ kind: 'event', topic, event: { ...RELOAD } })
          // A proxy may have sent the response: retry, but with a long delay.
          failures = Math.max(failures, MIN_FAILURES_WHEN_GONE)
        }
        const pause = end.retryAfterSeconds * 1000
        tabs.send({ kind: 'status', open: [], notBefore: pause && Date.now() + pause })
        await wait(Math.max(retryDelayMs(failures), pause), signal)
      }
    },
  }
}

const RELOAD: StreamEvent = { id: undefined, name: 'reload', data: '{}' }

/** Returns the collections to ask for; those of the last stream come first. */
async function chooseTopics(tabs: TabGroup, last: string[]): Promise<string[]> {
  const wanted = await tabs.listTopics()
  const kept = last.filter((topic) => wanted.includes(topic))
  return [...new Set([...kept, ...wanted])].slice(0, MAX_TOPICS)
}

/** Opens one stream and passes its events to the tabs until it ends. */
function openStream(tabs: TabGroup, topics: string[], signal: AbortSignal) {
  const open = new Set<string>()
  const latest = new Map<string, StreamEvent>()
  const outdated = new AbortController()
  let isOpened = false
  let sentAt = 0
  const sendStatus = () => {
    sentAt = performance.now()
    tabs.send({ kind: 'status', open: [...open], notBefore: 0 })
  }
  const onEvent = (event: StreamEvent) => {
    const topic = readTopic(event)
    if (event.name === 'reload') open.delete(topic)
    else latest.set(topic, event)
    tabs.send({ kind: 'event', topic, event })
  }
  const ended = readStream({
    url: endpointUrl(listenToCollections, { query: { collections: topics.join(',') } }),
    lastEventId: undefined,
    signal: anySignal(signal, outdated.signal),
    silenceMs: MAX_SILENCE_MS,
    onOpen: () => {
      isOpened = true
      for (const topic of topics) open.add(topic)
      sendStatus()
    },
    onData: () => {
      if (performance.now() - sentAt > STATUS_INTERVAL_MS) sendStatus()
    },
    onEvent,
  })
  const repeat = async () => {
    const wanted = await chooseTopics(tabs, topics)
    if (wanted.some((topic) => !topics.includes(topic))) return outdated.abort()
    if (!isOpened) return
    sendStatus()
    for (const [topic, event] of latest) tabs.send({ kind: 'event', topic, event })
  }
  return {
    repeat: () => void repeat(),
    ended: ended.then((end: StreamEnd) => ({
      end,
      isOpened,
      isOutdated: outdated.signal.aborted,
    })),
  }
}

/** Returns the collection of an event, as `network:address`. */
function readTopic({ data }: StreamEvent): string {
  // Safe: the server writes its events by the schema in `packages/api`.
  const place = JSON.parse(data) as { chain_alias: string; contract_address: string }
  return formatTopic(place)
}

/** Returns the name of a collection among tabs and in the stream's URL. */
export function formatTopic(place: { chain_alias: string; contract_address: string }) {
  return `${place.chain_alias}:${place.contract_address.toLowerCase()}`
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
  if (ms <= 0 || signal.aborted) return Promise.resolve()
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
