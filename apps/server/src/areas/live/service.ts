import type { Join } from '../../events/event-streams.ts'
import type { Resources } from '../../http/app-context.ts'
import { locate, type Place } from '../collections/service.ts'
import { subscribe } from './broadcast.ts'
import { listenForChanges } from './listen-for-changes.ts'
import { createRefreshQueue } from './refresh-queue.ts'
import { createSubscriptionRegistry, type Subscription } from './subscriptions.ts'

/**
 * Tells listeners what is live of collections. Each changed one is read once, however many
 * listen to it, and all of them are sent the same bytes.
 */
export function watchCollections(resources: Resources) {
  const book = createSubscriptionRegistry()
  const rounds = createRefreshQueue(resources, book)
  const hearing = listenForChanges(resources, book, rounds.add)

  async function find(place: Place, name: string): Promise<Subscription> {
    const { chain, row } = await locate(resources, place)
    const watched = book.add(chain.id, row.id, name)
    if (watched.told) return watched
    rounds.add(watched)
    await watched.first.promise
    return watched
  }

  return {
    /** Throws `unknown_chain`, `not_found`, `blocked` and `busy`. */
    async open(place: Place, lastEventId: string | undefined): Promise<Join> {
      await hearing.begun()
      const name = `${place.chain_alias} ${place.contract_address.toLowerCase()}`
      const watched = book.named(name) ?? (await book.once(name, () => find(place, name)))
      watched.coming += 1
      return (listener) => subscribe(book, watched, listener, lastEventId)
    },
    async close() {
      rounds.close()
      await hearing.close()
    },
  }
}
