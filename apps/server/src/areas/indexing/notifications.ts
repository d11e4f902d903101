import type { Database } from '../../database/database.ts'
import { notify } from '../../database/notify.ts'

/** Channel for changed collections. */
export const collectionsChannel = 'collections_changed'

/** Changed collections: by id, or any of a chain. */
type CollectionsNotification = { ids: string[] } | { chain_id: number }

/** Ids per message: a payload must stay below 8,000 bytes. */
const MAX_IDS_PER_MESSAGE = 200

/** Above this, a notification for the whole chain costs listeners less. */
const MAX_MESSAGES = 5

/**
 * Notifies listeners, after the commit, that these collections changed. Changes by people
 * are notified by a database trigger.
 */
export async function notifyCollections(
  transaction: Database,
  chainId: number,
  ids: string[],
): Promise<void> {
  if (ids.length > MAX_IDS_PER_MESSAGE * MAX_MESSAGES)
    return notifyChain(transaction, chainId)
  const texts: string[] = []
  for (let first = 0; first < ids.length; first += MAX_IDS_PER_MESSAGE) {
    texts.push(ids.slice(first, first + MAX_IDS_PER_MESSAGE).join(','))
  }
  await notify(transaction, collectionsChannel, texts)
}

/**
 * Notifies listeners, after the commit, that any collection of the chain may have
 * changed.
 */
export async function notifyChain(transaction: Database, chainId: number): Promise<void> {
  await notify(transaction, collectionsChannel, [`chain ${chainId}`])
}

export function parseNotification(text: string): CollectionsNotification {
  const chain = /^chain (\d+)$/.exec(text)?.[1]
  return chain ? { chain_id: Number(chain) } : { ids: text.split(',') }
}
