import type { MintReceipt } from './receipt.ts'

/** A mint that was sent, stored in this browser so that a reload recovers it. */
export type PendingMint = {
  /** The wallet that sent it. */
  account: `0x${string}`
  chainId: number
  /** The collection. */
  contract: `0x${string}`
  hash: `0x${string}`
  /** Tokens requested, the unit price with fee in wei, and the phase they belong to. */
  requested: number
  unitWei: bigint
  phaseId: number
  /** The count minted before, for an optimistic counter. */
  mintedBefore: number
  /** The newest block before the transaction. */
  sinceBlock: bigint
  /** Tokens of the phase that the wallet had minted before; null where that was not read. */
  walletMinted: number | null
  /** Its nonce; null as long as no node ever returned the transaction. */
  nonce: number | null
  /** When it was sent, in ms since 1970 by this machine's clock. */
  sentAt: number
}

/** A mint whose end may still change by a reorg, stored for the same reason. */
export type EndedMint = BlockEnd | MissingEnd

/** An end in a block, which a reorg may remove. */
export type BlockEnd = {
  mint: PendingMint
  /** Cancelled, replaced: the wallet used the nonce for a payment to itself, or otherwise. */
  end: 'mined' | 'reverted' | 'cancelled' | 'replaced'
  /** The receipt of the transaction that used the nonce of the mint. */
  receipt: MintReceipt
}

/**
 * The end of a mint that no node knows: `dropped` for one that a node knew, and may receive again
 * from another; `unseen` for one that none ever knew, which may still be minted under another hash.
 */
export type MissingEnd = {
  mint: PendingMint
  end: 'dropped' | 'unseen'
  /** Other mints of the wallet that ended since. */
  others?: readonly `0x${string}`[]
}

/** The wallet and the collection that mints are stored by. */
export type MintScope = Pick<PendingMint, 'account' | 'chainId' | 'contract'>

/** Finds the pending mint of a wallet in a collection. */
export async function findPendingMint(
  scope: MintScope,
): Promise<PendingMint | undefined> {
  return withStore('readonly', (store) => store.get(keyOf(scope)))
}

/** Stores a pending mint and notifies the other tabs of this browser. */
export async function savePendingMint(mint: PendingMint): Promise<void> {
  await withStore('readwrite', (store) => store.put(mint, keyOf(mint)))
  notifyTabs(mint)
}

/**
 * Stores what became known of a pending mint, its nonce or the hash of a speed-up copy, unless that
 * ended meanwhile.
 */
export async function updateIfPending(changed: PendingMint): Promise<void> {
  await updatePendingMint(changed, (store) => store.put(changed, keyOf(changed)))
}

/** Deletes an ended mint, unless another one was stored under its key. */
export async function deletePendingMint(mint: PendingMint): Promise<void> {
  await updatePendingMint(mint, (store) => store.delete(keyOf(mint)))
  notifyTabs(mint)
}

/** Lists the ended mints of a wallet in a collection that are still to be monitored. */
export async function listEndedMints(scope: MintScope): Promise<EndedMint[]> {
  const key = keyOf(scope)
  const own = () => IDBKeyRange.bound(`${key}:`, `${key};`, true, true)
  const found = await withStore('readonly', (store) => store.getAll(own()))
  return found ?? []
}

/** Stores an ended mint that is monitored, beside others of its scope. */
export async function saveEndedMint(ended: EndedMint): Promise<void> {
  await withStore('readwrite', (store) => store.put(ended, keyOfEnded(ended)))
}

/** Deletes an ended mint that is final, or tracked again. */
export async function deleteEndedMint(ended: EndedMint): Promise<void> {
  await withStore('readwrite', (store) => store.delete(keyOfEnded(ended)))
}

/** Updates the stored mint, if it is still the same one. */
async function updatePendingMint(
  mint: PendingMint,
  run: (store: IDBObjectStore) => void,
): Promise<void> {
  await withStore('readwrite', (store) => {
    const kept: IDBRequest<PendingMint | undefined> = store.get(keyOf(mint))
    kept.addEventListener('success', () => {
      // A speed-up copy has another hash, but the same time.
      if (kept.result?.sentAt === mint.sentAt) run(store)
    })
    return kept
  })
}

/** Calls `listener` when another tab sent a mint of this scope, or finished one. */
export function onPendingMint(scope: MintScope, listener: () => void): () => void {
  const channel = openChannel()
  channel?.addEventListener('message', ({ data }) => {
    if (data === keyOf(scope)) listener()
  })
  return () => channel?.close()
}

/** Runs `send` unless another tab is sending in the same scope; false then. */
export async function withTabLock(
  scope: MintScope,
  send: () => Promise<void>,
): Promise<boolean> {
  // Pages without TLS have no Web Locks.
  if (!('locks' in navigator)) {
    await send()
    return true
  }
  let isGranted = false
  const options = { ifAvailable: true }
  try {
    return await navigator.locks.request(
      `mint ${keyOf(scope)}`,
      options,
      async (lock) => {
        isGranted = true
        if (lock) await send()
        return lock !== null
      },
    )
  } catch (error) {
    if (isGranted) throw error
    // Neither have frames with an opaque origin.
    await send()
    return true
  }
}

function notifyTabs(scope: MintScope) {
  const channel = openChannel()
  channel?.postMessage(keyOf(scope))
  channel?.close()
}

/** Opens the channel between tabs; undefined where the browser forbids it, as with storage. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(storeName)
  } catch {
    return undefined
  }
}

const storeName = 'pending mints'

function keyOf(scope: MintScope): string {
  return `${scope.account}:${scope.chainId}:${scope.contract}`.toLowerCase()
}

function keyOfEnded({ mint }: EndedMint): string {
  return `${keyOf(mint)}:${mint.sentAt}`
}

/** Runs one request; undefined where the browser has no IndexedDB, as in some private windows. */
async function withStore<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await toPromise(openRequest())
    try {
      return await toPromise(
        run(database.transaction(storeName, mode).objectStore(storeName)),
      )
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

function openRequest(): IDBOpenDBRequest {
  const request = indexedDB.open('platemark', 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName)
  return request
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
