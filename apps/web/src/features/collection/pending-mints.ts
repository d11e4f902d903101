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
  nonce: number | null
}

/** The pending mint of a wallet in a collection, or undefined. */
export async function findPendingMint(
  place: Pick<PendingMint, 'account' | 'chainId' | 'contract'>,
): Promise<PendingMint | undefined> {
  return inStore('readonly', (store) => store.get(keyOf(place)))
}

export async function keepPendingMint(mint: PendingMint): Promise<void> {
  await inStore('readwrite', (store) => store.put(mint, keyOf(mint)))
}

export async function forgetPendingMint(
  place: Pick<PendingMint, 'account' | 'chainId' | 'contract'>,
): Promise<void> {
  await inStore('readwrite', (store) => store.delete(keyOf(place)))
}

const storeName = 'pending mints'

function keyOf(place: Pick<PendingMint, 'account' | 'chainId' | 'contract'>): string {
  return `${place.account}:${place.chainId}:${place.contract}`.toLowerCase()
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
