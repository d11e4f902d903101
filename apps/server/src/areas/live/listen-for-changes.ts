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
  book: SubscriptionRegistry,
  onChange: (watched: Subscription) => void,
) {
  const begun = Promise.withResolvers<void>()
  let hasBegun = false
  let stop: (() => Promise<void>) | undefined
  const all = (chainId?: number) => {
    for (const watched of book.all()) {
      if (chainId === undefined || watched.chain_id === chainId) onChange(watched)
    }
  }
  const onMessage = (text: string) => {
    const announcement = parseNotification(text)
    if ('chain_id' in announcement) return all(announcement.chain_id)
    for (const id of announcement.ids) {
      const watched = book.find(id)
      if (watched) onChange(watched)
    }
  }
  const onConnect = () => {
    hasBegun = true
    begun.resolve()
    // Notifications may have been missed before the connection, so every subscription is
    // refreshed.
    all()
  }
  return {
    /** Throws `busy` when the database cannot be listened to. */
    async begun(): Promise<void> {
      if (hasBegun) return
      stop ??= listen(collectionsChannel, { onConnect, onMessage })
      await inTime(begun.promise)
    },
    close: async () => stop?.(),
  }
}

async function inTime(awaited: Promise<void>): Promise<void> {
  const late = new AbortController()
  const tooLate = sleep(MAX_WAIT_MS, 'late', { signal: late.signal })
  const first = await Promise.race([awaited, tooLate])
  late.abort()
  if (first === 'late') throw new Problem('busy', undefined, { retryAfter: 5 })
}
