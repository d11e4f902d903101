import type { MintReceipt } from './receipt.ts'

/** A mint that was sent, kept by this browser so that a reload finds it again. */
export type PendingMint = {
  /** The wallet that sent it. */
  account: `0x${string}`
  chainId: number
  /** The collection. */
  contract: `0x${string}`
  hash: `0x${string}`
  /** Tokens asked for, the unit price with fee in wei, and the phase they belong to. */
  asked: number
  unitWei: bigint
  phaseId: number
  /** What was minted before, so that a counter can run ahead. */
  mintedBefore: number
  /** Blocks below it cannot hold the transaction. */
  sinceBlock: bigint
  /** Its number among those of the wallet; null until a node told of it. */
  nonce: number | null
  /** When it was sent, in ms since 1970 by this machine's clock. */
  sentAt: number
}

/** A mint whose end may yet turn out to be another, kept for the same reason. */
export type EndedMint = BlockEnd | DroppedEnd

/** It came out in a block, which may be taken back. */
export type BlockEnd = {
  mint: PendingMint
  /** Cancelled, displaced: the wallet spent its number on a payment to itself, or otherwise. */
  end: 'mined' | 'reverted' | 'cancelled' | 'displaced'
  /** That of the transaction which took the number of the mint. */
  receipt: MintReceipt
}

/** No node knew it any more, and one may hear of it from another. */
export type DroppedEnd = { mint: PendingMint; end: 'dropped' }

/** Where a wallet mints. */
export type MintPlace = Pick<PendingMint, 'account' | 'chainId' | 'contract'>

/** The pending mint of a wallet in a collection, or undefined. */
export async function findPendingMint(
  place: MintPlace,
): Promise<PendingMint | undefined> {
  return inStore('readonly', (store) => store.get(keyOf(place)))
}

/** Keeps it, and tells the other tabs of this browser. */
export async function savePendingMint(mint: PendingMint): Promise<void> {
  await inStore('readwrite', (store) => store.put(mint, keyOf(mint)))
  tell(mint)
}

/** Keeps the copy that a wallet sent of a mint, unless that came to its end meanwhile. */
export async function saveCopy(copy: PendingMint): Promise<void> {
  await change(copy, (store) => store.put(copy, keyOf(copy)))
}

/** Forgets a mint that came to its end, unless another one was kept in its place. */
export async function deletePendingMint(mint: PendingMint): Promise<void> {
  await change(mint, (store) => store.delete(keyOf(mint)))
}

/** The mints of a wallet in a collection whose ends are still to be watched. */
export async function listEndedMints(place: MintPlace): Promise<EndedMint[]> {
  const key = keyOf(place)
  const own = () => IDBKeyRange.bound(`${key}:`, `${key};`, true, true)
  const found = await inStore('readonly', (store) => store.getAll(own()))
  return found ?? []
}

/** Keeps a mint whose end is watched, beside others of its place. */
export async function saveEndedMint(ended: EndedMint): Promise<void> {
  await inStore('readwrite', (store) => store.put(ended, keyOfEnded(ended)))
}

/** Forgets a mint whose end is safe, or looked for again. */
export async function deleteEndedMint(ended: EndedMint): Promise<void> {
  await inStore('readwrite', (store) => store.delete(keyOfEnded(ended)))
}

/** Changes what is kept of a mint, while it is that mint. */
async function change(
  mint: PendingMint,
  run: (store: IDBObjectStore) => void,
): Promise<void> {
  await inStore('readwrite', (store) => {
    const kept: IDBRequest<PendingMint | undefined> = store.get(keyOf(mint))
    kept.addEventListener('success', () => {
      // Copies of a mint have another hash, and were sent at the same time.
      if (kept.result?.sentAt === mint.sentAt) run(store)
    })
    return kept
  })
  tell(mint)
}

/** Calls `listener` when another tab sent, or saw the end of, a mint of this place. */
export function onPendingMint(place: MintPlace, listener: () => void): () => void {
  const channel = openChannel()
  channel?.addEventListener('message', ({ data }) => {
    if (data === keyOf(place)) listener()
  })
  return () => channel?.close()
}

/** Runs `send` unless another tab is at it for the same place; false then. */
export async function withTabLock(
  place: MintPlace,
  send: () => Promise<void>,
): Promise<boolean> {
  // Pages that came without TLS have no locks.
  if (!('locks' in navigator)) {
    await send()
    return true
  }
  let isAsked = false
  const options = { ifAvailable: true }
  try {
    return await navigator.locks.request(
      `mint ${keyOf(place)}`,
      options,
      async (lock) => {
        isAsked = true
        if (lock) await send()
        return lock !== null
      },
    )
  } catch (error) {
    if (isAsked) throw error
    // Nor have frames without an origin.
    await send()
    return true
  }
}

function tell(place: MintPlace) {
  const channel = openChannel()
  channel?.postMessage(keyOf(place))
  channel?.close()
}

/** What tabs hear each other by; undefined where the browser forbids it, as with storage. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(storeName)
  } catch {
    return undefined
  }
}

const storeName = 'pending mints'

function keyOf(place: MintPlace): string {
  return `${place.account}:${place.chainId}:${place.contract}`.toLowerCase()
}

function keyOfEnded({ mint }: EndedMint): string {
  return `${keyOf(mint)}:${mint.sentAt}`
}

/** Runs one request; undefined where this browser keeps no database, as some private ones. */
async function inStore<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await opened(openRequest())
    try {
      return await opened(
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

function opened<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
