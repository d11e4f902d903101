import { Problem } from '@platemark/api/problem'
import type { Subscribe } from '../../events/event-streams.ts'
import type { AppContext } from '../../http/app-context.ts'
import {
  type CollectionPath,
  locateCollection,
  toChecksumAddress,
} from '../collections/service.ts'
import { encodeReload, subscribe } from './broadcast.ts'
import { listenForChanges } from './listen-for-changes.ts'
import { createRefreshQueue } from './refresh-queue.ts'
import { createSubscriptionRegistry, type Subscription } from './subscriptions.ts'

/**
 * Streams the live counts of collections. Each changed collection is read once, and all
 * its listeners are sent the same bytes.
 */
export function watchCollections(context: AppContext) {
  const registry = createSubscriptionRegistry()
  const queue = createRefreshQueue(context, registry)
  const changes = listenForChanges(context, registry, queue.add)

  async function find(place: CollectionPath, name: string): Promise<Subscription> {
    const { chain, row } = await locateCollection(context, place)
    const contract_address = toChecksumAddress(row.address)
    const subscription = registry.add(
      {
        id: row.id,
        chain_id: chain.id,
        place: { chain_alias: chain.alias, contract_address },
      },
      name,
    )
    if (subscription.lastSent) return subscription
    queue.add(subscription)
    await subscription.first.promise
    return subscription
  }

  /** Returns a collection's subscription, which is kept until its listener comes. */
  async function reserve(place: CollectionPath): Promise<Subscription> {
    const name = `${place.chain_alias} ${place.contract_address.toLowerCase()}`
    const subscription =
      registry.findByName(name) ?? (await registry.once(name, () => find(place, name)))
    subscription.pending += 1
    return subscription
  }

  function release(subscription: Subscription): void {
    subscription.pending -= 1
    registry.removeUnused(subscription)
  }

  return {
    /** Throws `unknown_chain`, `not_found`, `blocked` and `busy`. */
    async open(
      place: CollectionPath,
      lastEventId: string | undefined,
    ): Promise<Subscribe> {
      await changes.whenConnected()
      const subscription = await reserve(place)
      return (listener) => subscribe(registry, subscription, listener, lastEventId)
    },
    /**
     * Opens one stream of several collections. Those that are not to be seen get `reload`;
     * throws like `open` when none is to be seen, or when the database fails.
     */
    async openSeveral(places: CollectionPath[]): Promise<Subscribe> {
      await changes.whenConnected()
      const results = await Promise.allSettled(places.map(reserve))
      const found: Subscription[] = []
      const failures: { place: CollectionPath; error: unknown }[] = []
      for (const [at, result] of results.entries()) {
        const place = places[at]
        if (result.status === 'fulfilled') found.push(result.value)
        else if (place) failures.push({ place, error: result.reason })
      }
      const failure =
        failures.find(({ error }) => !isUnseen(error)) ??
        (found.length === 0 ? failures[0] : undefined)
      if (failure) {
        for (const subscription of found) release(subscription)
        throw failure.error
      }
      return (listener) => {
        for (const { place } of failures) listener.send(encodeReload(place))
        const leave = found.map((one) => subscribe(registry, one, listener, undefined))
        return () => {
          for (const unsubscribe of leave) unsubscribe()
        }
      }
    },
    async close() {
      queue.close()
      await changes.close()
    },
  }
}

/** Returns whether a collection is missing or blocked, as opposed to a failed read. */
function isUnseen(error: unknown): boolean {
  return (
    error instanceof Problem &&
    ['unknown_chain', 'not_found', 'blocked'].includes(error.code)
  )
}
