import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@platemark/api/problem'
import type { AppContext } from '../../http/app-context.ts'
import { collectionsChannel, parseNotification } from '../collections/service.ts'
import type { Subscription, SubscriptionRegistry } from './subscriptions.ts'

/** Whoever wants to listen waits so long for the connection that hears of changes. */
const MAX_WAIT_MS = 5000

/** Hears which of the listened collections changed, from the first listener on. */
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
    // What was announced while nobody listened is made good by looking at everything.
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
