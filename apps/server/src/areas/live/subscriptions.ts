import type { StreamListener } from '../../events/event-streams.ts'
import type { LiveRow } from './queries.ts'

/** A collection that somebody listens to. */
export type Subscription = {
  id: string
  chain_id: number
  /** Under which it was asked for: its address, its slug. */
  names: Set<string>
  listeners: Set<StreamListener>
  /** Those who found it and do not listen yet. */
  pending: number
  lastSent: { id: string; bytes: Buffer; row: LiveRow } | undefined
  /** Settled once it was read for the first time. */
  first: PromiseWithResolvers<void>
}

export type SubscriptionRegistry = ReturnType<typeof createSubscriptionRegistry>

/** What is listened to, by id and by the names that it goes by. */
export function createSubscriptionRegistry() {
  const byId = new Map<string, Subscription>()
  const byName = new Map<string, Subscription>()
  const findings = new Map<string, Promise<Subscription>>()
  return {
    all: () => byId.values(),
    find: (id: string) => byId.get(id),
    /** Only once it was read. */
    findByName: (name: string) => {
      const watched = byName.get(name)
      return watched?.lastSent && watched
    },
    /** Those who come for the same at once wait for one reading. */
    once(name: string, find: () => Promise<Subscription>): Promise<Subscription> {
      const finding = findings.get(name) ?? find()
      findings.set(name, finding)
      const forget = () => void findings.delete(name)
      finding.then(forget, forget)
      return finding
    },
    add(chain_id: number, id: string, name: string): Subscription {
      const watched = byId.get(id) ?? newSubscription(chain_id, id)
      watched.names.add(name)
      byId.set(id, watched)
      byName.set(name, watched)
      return watched
    },
    /** A slug may soon be that of another collection. */
    forgetNames({ names }: Subscription) {
      for (const name of names) byName.delete(name)
      names.clear()
    },
    remove(watched: Subscription) {
      this.forgetNames(watched)
      if (byId.get(watched.id) === watched) byId.delete(watched.id)
    },
  }
}

function newSubscription(chain_id: number, id: string): Subscription {
  const first = Promise.withResolvers<void>()
  // Whoever awaits it hears of its failure; often nobody does.
  first.promise.catch(() => {})
  return {
    id,
    chain_id,
    names: new Set(),
    listeners: new Set(),
    pending: 0,
    lastSent: undefined,
    first,
  }
}
