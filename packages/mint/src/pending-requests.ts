import { createRecordStore } from './record-store.ts'
import {
  createTabChannel,
  type TabChannel,
  whenTabUnlocked,
  withTabLock,
} from './tabs.ts'
import type { SentTransaction } from './track-transaction.ts'
import { UNANSWERED_HASH } from './unanswered-hash.ts'

/** A transaction that this browser requested from a wallet, stored so that a reload recovers it. */
export type PendingRequest = SentTransaction & {
  chainId: number
  /** When it was requested or sent, in ms since 1970 by this machine's clock. */
  sentAt: number
}

/** The requested transactions of one kind, by key. */
export type PendingRequestStore<T extends PendingRequest> = {
  /** Finds the transaction that was requested last under a key. */
  find(key: string): Promise<T | undefined>
  /** Stores a requested transaction and notifies the other tabs of this browser. */
  save(sent: T): Promise<void>
  /** Stores what became known of a transaction, unless it ended meanwhile. */
  update(changed: T): Promise<void>
  /** Deletes an ended transaction, unless another one was requested meanwhile. */
  remove(ended: T): Promise<void>
  /** Calls `listener` when another tab requested a transaction under the key, or finished one. */
  subscribe(key: string, listener: () => void): () => void
  /** Runs `work` unless another tab runs some under the same key; false then. */
  withLock(key: string, work: () => Promise<void>): Promise<boolean>
  /** Resolves once no tab runs work under the key, and rejects when the signal aborts. */
  whenUnlocked(key: string, signal: AbortSignal): Promise<void>
}

/** Returns whether a wallet returned the hash of a requested transaction. */
export function isOnItsWay(sent: { hash: string } | null | undefined): boolean {
  return sent !== null && sent !== undefined && sent.hash !== UNANSWERED_HASH
}

/** How long a request counts as open that a wallet has not answered. */
const MAX_UNANSWERED_MS = 3_600_000

/** Returns whether the wallet may still send a request that it has not answered. */
export function isUnanswered(sent: PendingRequest | null): boolean {
  return sent?.hash === UNANSWERED_HASH && Date.now() - sent.sentAt < MAX_UNANSWERED_MS
}

/**
 * Opens the store of one kind of transactions. Each kind has a database of its own: an opened one
 * takes no further stores without a new version.
 */
export function createPendingRequestStore<T extends PendingRequest>({
  database,
  name,
  channel = createTabChannel(name),
  keyOf,
}: {
  database: string
  name: string
  /** Channel by which tabs notify each other; one of that name by default. */
  channel?: TabChannel
  keyOf(sent: T): string
}): PendingRequestStore<T> {
  const store = createRecordStore<T>(database, name)
  const changeSame = async (sent: T, change: { put: T } | 'delete') => {
    await store.change(keyOf(sent), (kept) =>
      kept?.sentAt === sent.sentAt ? change : 'keep',
    )
  }
  return {
    find: (key) => store.get(key),
    async save(sent) {
      await store.put(keyOf(sent), sent)
      channel.notify(keyOf(sent))
    },
    update: (changed) => changeSame(changed, { put: changed }),
    async remove(ended) {
      await changeSame(ended, 'delete')
      channel.notify(keyOf(ended))
    },
    subscribe: (key, listener) => channel.subscribe(key, listener),
    withLock: (key, work) => withTabLock(`${name} ${key}`, work),
    whenUnlocked: (key, signal) => whenTabUnlocked(`${name} ${key}`, signal),
  }
}
