import { createHash } from 'node:crypto'
import { changeKinds } from '@platemark/api/collection-reads'
import { type LiveCounts, listenToCollection } from '@platemark/api/live'
import { Problem } from '@platemark/api/problem'
import { encodeEvent } from '../../events/event-route.ts'
import type { StreamListener } from '../../events/event-streams.ts'
import type { CollectionPath } from '../collections/service.ts'
import type { LiveRow } from './queries.ts'
import type { Subscription, SubscriptionRegistry } from './subscriptions.ts'

/** Serializes the event of a collection that is not to be seen any more. */
export function encodeReload(place: CollectionPath): Buffer {
  return encodeEvent(listenToCollection, 'reload', place)
}

/**
 * Sends the counts to all listeners if they changed; without a row, or once hidden, ends
 * their streams.
 */
export function broadcast(
  registry: SubscriptionRegistry,
  subscription: Subscription,
  row: LiveRow | undefined,
): void {
  const { lastSent, listeners, first } = subscription
  const isHidden = row?.visibility === 'hidden' && lastSent?.row.visibility === 'shown'
  if (!row || isHidden) {
    registry.remove(subscription)
    for (const listener of listeners) listener.end(encodeReload(subscription.place))
    first.reject(new Problem('not_found'))
    return
  }
  if (lastSent && lastSent.row.alias !== row.alias) registry.forgetNames(subscription)
  const counts = toCounts(subscription.place, row)
  const hash = createHash('sha256').update(JSON.stringify(counts)).digest('base64url')
  const id = hash.slice(0, 16)
  if (id !== lastSent?.id) {
    const bytes = encodeEvent(listenToCollection, 'counts', counts, id)
    subscription.lastSent = { id, bytes, row }
    for (const listener of listeners) listener.send(bytes)
  } else subscription.lastSent = { ...lastSent, row }
  first.resolve()
}

/** Adds a pending listener and sends it the last counts, unless it has received them. */
export function subscribe(
  registry: SubscriptionRegistry,
  subscription: Subscription,
  listener: StreamListener,
  lastEventId: string | undefined,
): () => void {
  subscription.pending -= 1
  const { lastSent } = subscription
  if (registry.find(subscription.id) !== subscription || !lastSent) {
    // The subscription was removed while the listener was pending.
    listener.end(encodeReload(subscription.place))
    return () => {}
  }
  subscription.listeners.add(listener)
  if (lastSent.id !== lastEventId) listener.send(lastSent.bytes)
  return () => {
    subscription.listeners.delete(listener)
    registry.removeUnused(subscription)
  }
}

function toCounts(place: CollectionPath, { last_change, ...row }: LiveRow): LiveCounts {
  const kind = changeKinds.find((one) => one === last_change?.kind)
  return {
    ...place,
    minted: row.minted,
    max_supply: row.max_supply,
    holders: row.holders,
    unique_minters: row.unique_minters,
    volume_wei: row.volume_wei,
    phases: row.phases,
    is_paused: row.is_paused,
    status:
      row.created_block > (row.confirmed_number ?? -1) ? 'provisional' : 'confirmed',
    last_change:
      last_change && kind
        ? {
            kind,
            block_number: String(last_change.block_number),
            log_index: last_change.log_index,
          }
        : null,
    updated_at: row.updated_at.toISOString(),
  }
}
