import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../../http/app-context.ts'
import { broadcast } from './broadcast.ts'
import { listLive } from './queries.ts'
import type { Subscription, SubscriptionRegistry } from './subscriptions.ts'

/** Pause between refreshes, so that a busy drop costs a few reads per second at most. */
const REST_MS = 250
const FAILED_REST_MS = 2000
const MAX_BATCH_SIZE = 500

/**
 * Creates a queue that reads changed collections in batches and broadcasts their counts.
 */
export function createRefreshQueue(
  { database, log }: Pick<AppContext, 'database' | 'log'>,
  registry: SubscriptionRegistry,
) {
  const changed = new Set<Subscription>()
  let isReading = false
  let isClosed = false

  async function read(): Promise<void> {
    if (isReading) return
    isReading = true
    while (changed.size > 0 && !isClosed) {
      const some = [...changed].slice(0, MAX_BATCH_SIZE)
      for (const subscription of some) changed.delete(subscription)
      await readSome(some)
      if (some.length < MAX_BATCH_SIZE) await sleep(REST_MS, undefined, { ref: false })
    }
    isReading = false
  }

  async function readSome(some: Subscription[]): Promise<void> {
    const wanted = some.filter(isWanted)
    if (wanted.length === 0) return
    try {
      const rows = await listLive(
        database,
        wanted.map(({ id }) => id),
      )
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const subscription of wanted)
        broadcast(registry, subscription, byId.get(subscription.id))
    } catch (error) {
      log.warn({ err: error }, 'live counts read failed')
      for (const subscription of wanted) {
        if (subscription.lastSent) changed.add(subscription)
        else registry.remove(subscription)
        subscription.first.reject(error)
      }
      await sleep(FAILED_REST_MS, undefined, { ref: false })
    }
  }

  return {
    /** Queues a collection for the next batch. */
    add(subscription: Subscription): void {
      changed.add(subscription)
      void read()
    },
    close(): void {
      isClosed = true
    },
  }
}

function isWanted({ listeners, pending, lastSent }: Subscription): boolean {
  return listeners.size > 0 || pending > 0 || !lastSent
}
