import type { Subscribe } from '../../events/event-streams.ts'
import type { AppContext } from '../../http/app-context.ts'
import { type CollectionPath, locateCollection } from '../collections/service.ts'
import { subscribe } from './broadcast.ts'
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
    const subscription = registry.add(chain.id, row.id, name)
    if (subscription.lastSent) return subscription
    queue.add(subscription)
    await subscription.first.promise
    return subscription
  }

  return {
    /** Throws `unknown_chain`, `not_found`, `blocked` and `busy`. */
    async open(
      place: CollectionPath,
      lastEventId: string | undefined,
    ): Promise<Subscribe> {
      await changes.whenConnected()
      const name = `${place.chain_alias} ${place.contract_address.toLowerCase()}`
      const subscription =
        registry.findByName(name) ?? (await registry.once(name, () => find(place, name)))
      subscription.pending += 1
      return (listener) => subscribe(registry, subscription, listener, lastEventId)
    },
    async close() {
      queue.close()
      await changes.close()
    },
  }
}
