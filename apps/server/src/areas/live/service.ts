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
  const book = createSubscriptionRegistry()
  const rounds = createRefreshQueue(context, book)
  const hearing = listenForChanges(context, book, rounds.add)

  async function find(place: CollectionPath, name: string): Promise<Subscription> {
    const { chain, row } = await locateCollection(context, place)
    const watched = book.add(chain.id, row.id, name)
    if (watched.lastSent) return watched
    rounds.add(watched)
    await watched.first.promise
    return watched
  }

  return {
    /** Throws `unknown_chain`, `not_found`, `blocked` and `busy`. */
    async open(
      place: CollectionPath,
      lastEventId: string | undefined,
    ): Promise<Subscribe> {
      await hearing.begun()
      const name = `${place.chain_alias} ${place.contract_address.toLowerCase()}`
      const watched =
        book.findByName(name) ?? (await book.once(name, () => find(place, name)))
      watched.pending += 1
      return (listener) => subscribe(book, watched, listener, lastEventId)
    },
    async close() {
      rounds.close()
      await hearing.close()
    },
  }
}
