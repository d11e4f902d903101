import { setTimeout as sleep } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'

type Listener = {
  /**
   * Called once all later notifications will arrive; earlier ones may have been missed.
   */
  onConnect(): void
  onMessage(text: string): void
}

/**
 * Subscribes to the committed notifications of a channel until the returned function is
 * called. Reconnects after a lost connection and calls `onConnect` again.
 */
export type Listen = (channel: string, listener: Listener) => () => Promise<void>

/** Listens on a dedicated connection outside the pool. */
export function listenOnServer(url: string): Listen {
  return (channel, listener) => {
    const stopping = new AbortController()
    const ended = keepListening(url, channel, listener, stopping.signal)
    return async () => {
      stopping.abort()
      await ended
    }
  }
}

/** Listens in the process that holds the database. */
export function listenOnEmbedded(
  pglite: PGlite,
  // biome-ignore lint/suspicious/noExplicitAny: no table is named here
  database: Kysely<any>,
): Listen {
  return (channel, listener) => {
    const stop = pglite.onNotification((on, text) => {
      if (on === channel) listener.onMessage(text)
    })
    // Queued on its own: inside a transaction a rollback would undo it.
    const connected = sql`listen ${sql.id(channel)}`.execute(database).then(
      () => listener.onConnect(),
      () => {},
    )
    return async () => {
      stop()
      await connected
    }
  }
}

const MAX_WAIT_MS = 5000

async function keepListening(
  url: string,
  channel: string,
  listener: Listener,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const onReconnect = () => {
      failures = 0
      listener.onConnect()
    }
    await listenOnce(url, channel, { ...listener, onConnect: onReconnect }, signal)
    const wait = Math.min(50 * 2 ** failures, MAX_WAIT_MS)
    failures += 1
    await sleep(wait, undefined, { signal }).catch(() => {})
  }
}

/** Listens until the connection is lost. */
async function listenOnce(
  url: string,
  channel: string,
  { onConnect, onMessage }: Listener,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'platemark listens',
    connectionTimeoutMillis: MAX_WAIT_MS,
    query_timeout: 2 * MAX_WAIT_MS,
  })
  const lost = new AbortController()
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  client.on('notification', ({ payload = '' }) => onMessage(payload))
  const over = AbortSignal.any([signal, lost.signal])
  try {
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    if (!over.aborted) onConnect()
    while (!over.aborted) {
      await sleep(PING_MS, undefined, { signal: over }).catch(() => {})
      // A server that disappeared is only noticed by a query.
      if (!over.aborted) await client.query('select 1')
    }
  } catch {
    // The caller reconnects; `onConnect` follows once the connection is back.
  }
  await Promise.race([client.end().catch(() => {}), sleep(CLOSE_TIMEOUT_MS)])
}

const PING_MS = 20_000
const CLOSE_TIMEOUT_MS = 1000
