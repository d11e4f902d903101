import type { Database } from '../../database/database.ts'
import { notify } from '../../database/notify.ts'

/** Where it is announced that what the tables say of collections has changed. */
export const collectionsChannel = 'collections_changed'

/** Which collections changed: these, or any of a chain. */
type CollectionsNotification = { ids: string[] } | { chain_id: number }

/** Ids that are announced at once: a text has less than 8,000 bytes. */
const MAX_IDS_PER_MESSAGE = 200

/** Above, it costs less to look at whoever is listened to on the chain. */
const MAX_MESSAGES = 5

/**
 * Announces, once the transaction is committed, that these collections changed. What people
 * decide of a collection the database announces by itself.
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

/** Announces that any collection of the chain may have changed. */
export async function notifyChain(transaction: Database, chainId: number): Promise<void> {
  await notify(transaction, collectionsChannel, [`chain ${chainId}`])
}

export function parseNotification(text: string): CollectionsNotification {
  const chain = /^chain (\d+)$/.exec(text)?.[1]
  return chain ? { chain_id: Number(chain) } : { ids: text.split(',') }
}
