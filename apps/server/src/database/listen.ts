import { setTimeout as sleep } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'

type Listener = {
  /** From now on everything is heard; what was announced before may have been missed. */
  onConnect(): void
  onMessage(text: string): void
}

/**
 * Hears what any process of this database announces on a channel, as soon as it is committed,
 * until the returned function is called. A connection that is lost is made anew; `begins` is
 * called again then.
 */
export type Listen = (channel: string, hearer: Listener) => () => Promise<void>

/** Listens on a connection of its own, beside those of the pool. */
export function listenOnServer(url: string): Listen {
  return (channel, hearer) => {
    const stopping = new AbortController()
    const ended = keepListening(url, channel, hearer, stopping.signal)
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
  return (channel, hearer) => {
    const stop = pglite.onNotification((on, text) => {
      if (on === channel) hearer.onMessage(text)
    })
    // In a turn of its own: inside somebody's transaction it would be undone with that.
    const begun = sql`listen ${sql.id(channel)}`.execute(database).then(
      () => hearer.onConnect(),
      () => {},
    )
    return async () => {
      stop()
      await begun
    }
  }
}

const MAX_WAIT_MS = 5000

async function keepListening(
  url: string,
  channel: string,
  hearer: Listener,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const began = () => {
      failures = 0
      hearer.onConnect()
    }
    await listenOnce(url, channel, { ...hearer, onConnect: began }, signal)
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
      // A server that went away without a word is only noticed by asking it.
      if (!over.aborted) await client.query('select 1')
    }
  } catch {
    // Whoever listens has been told nothing, and is told when it is there again.
  }
  await Promise.race([client.end().catch(() => {}), sleep(CLOSE_TIMEOUT_MS)])
}

const PING_MS = 20_000
const CLOSE_TIMEOUT_MS = 1000
