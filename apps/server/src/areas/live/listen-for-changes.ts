import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@platemark/api/problem'
import type { AppContext } from '../../http/app-context.ts'
import { collectionsChannel, parseNotification } from '../collections/service.ts'
import type { Subscription, SubscriptionRegistry } from './subscriptions.ts'

/** Time limit for the first connection to the notification channel. */
const MAX_WAIT_MS = 5000

/**
 * Listens for changed collections, from the first subscription on, and calls `onChange`
 * for each.
 */
export function listenForChanges(
  { listen }: Pick<AppContext, 'listen'>,
  registry: SubscriptionRegistry,
  onChange: (subscription: Subscription) => void,
) {
  const connection = Promise.withResolvers<void>()
  let isConnected = false
  let stop: (() => Promise<void>) | undefined
  const refreshAll = (chainId?: number) => {
    for (const subscription of registry.all()) {
      if (chainId === undefined || subscription.chain_id === chainId)
        onChange(subscription)
    }
  }
  const onMessage = (text: string) => {
    const notification = parseNotification(text)
    if ('chain_id' in notification) return refreshAll(notification.chain_id)
    for (const id of notification.ids) {
      const subscription = registry.find(id)
      if (subscription) onChange(subscription)
    }
  }
  const onConnect = () => {
    isConnected = true
    connection.resolve()
    // Notifications may have been missed before the connection, so every subscription is
    // refreshed.
    refreshAll()
  }
  return {
    /** Throws `busy` when the database cannot be listened to. */
    async whenConnected(): Promise<void> {
      if (isConnected) return
      stop ??= listen(collectionsChannel, { onConnect, onMessage })
      await withTimeout(connection.promise)
    },
    close: async () => stop?.(),
  }
}

async function withTimeout(awaited: Promise<void>): Promise<void> {
  const late = new AbortController()
  const tooLate = sleep(MAX_WAIT_MS, 'late', { signal: late.signal })
  const first = await Promise.race([awaited, tooLate])
  late.abort()
  if (first === 'late') throw new Problem('busy', undefined, { retryAfter: 5 })
}
