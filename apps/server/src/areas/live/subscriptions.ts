import type { StreamListener } from '../../events/event-streams.ts'
import type { CollectionPath } from '../collections/service.ts'
import type { LiveRow } from './queries.ts'

/** Collection with at least one listener. */
export type Subscription = {
  id: string
  chain_id: number
  /** The collection as its events name it: network and checksummed address. */
  place: CollectionPath
  /** Names under which it was requested: address and slug. */
  names: Set<string>
  listeners: Set<StreamListener>
  /** Number of requests that found it and do not listen yet. */
  pending: number
  lastSent: { id: string; bytes: Buffer; row: LiveRow } | undefined
  /** Settled after the first read. */
  first: PromiseWithResolvers<void>
}

export type SubscriptionRegistry = ReturnType<typeof createSubscriptionRegistry>

/** Creates a registry of subscriptions, by id and by requested name. */
export function createSubscriptionRegistry() {
  const byId = new Map<string, Subscription>()
  const byName = new Map<string, Subscription>()
  const lookups = new Map<string, Promise<Subscription>>()
  return {
    all: () => byId.values(),
    find: (id: string) => byId.get(id),
    /** Returns a subscription that was already read. */
    findByName: (name: string) => {
      const subscription = byName.get(name)
      return subscription?.lastSent && subscription
    },
    /** Shares one lookup between concurrent requests for the same name. */
    once(name: string, find: () => Promise<Subscription>): Promise<Subscription> {
      const lookup = lookups.get(name) ?? find()
      lookups.set(name, lookup)
      const forget = () => void lookups.delete(name)
      lookup.then(forget, forget)
      return lookup
    },
    add(collection: Identity, name: string): Subscription {
      const { id } = collection
      const subscription = byId.get(id) ?? newSubscription(collection)
      subscription.names.add(name)
      byId.set(id, subscription)
      byName.set(name, subscription)
      return subscription
    },
    /** Drops the names, because the slug may soon belong to another collection. */
    forgetNames({ names }: Subscription) {
      for (const name of names) byName.delete(name)
      names.clear()
    },
    /** Removes a subscription that has neither listeners nor pending requests. */
    removeUnused(subscription: Subscription) {
      if (subscription.listeners.size === 0 && subscription.pending === 0)
        this.remove(subscription)
    },
    remove(subscription: Subscription) {
      this.forgetNames(subscription)
      if (byId.get(subscription.id) === subscription) byId.delete(subscription.id)
    },
  }
}

type Identity = Pick<Subscription, 'id' | 'chain_id' | 'place'>

function newSubscription(collection: Identity): Subscription {
  const first = Promise.withResolvers<void>()
  // The rejection is handled by whichever request awaits it, often none.
  first.promise.catch(() => {})
  return {
    ...collection,
    names: new Set(),
    listeners: new Set(),
    pending: 0,
    lastSent: undefined,
    first,
  }
}
