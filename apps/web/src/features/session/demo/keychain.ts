import type { Hex } from 'viem'

/** Data that the demo wallet stores in this browser. */
export type Kept = {
  privateKey: Hex
  chainId: number
  /** True while the page may see the account: connected and not disconnected since. */
  isShared: boolean
}

const databaseName = 'platemark-demo-wallet'
const storeName = 'wallet'
const row = 'only'

/**
 * Reads the stored data, or undefined at the first visit. Logging out does not clear it.
 */
export async function readKept(): Promise<Kept | undefined> {
  const store = await open('readonly')
  const value: unknown = await settled(store.get(row))
  return isKept(value) ? value : undefined
}

export async function writeKept(kept: Kept): Promise<void> {
  const store = await open('readwrite')
  await settled(store.put(kept, row))
}

async function open(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const request = indexedDB.open(databaseName, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(storeName)
  const database = await settled(request)
  const transaction = database.transaction(storeName, mode)
  transaction.oncomplete = () => database.close()
  return transaction.objectStore(storeName)
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function isKept(value: unknown): value is Kept {
  return (
    typeof value === 'object' &&
    value !== null &&
    'privateKey' in value &&
    typeof value.privateKey === 'string' &&
    'chainId' in value &&
    typeof value.chainId === 'number' &&
    'isShared' in value &&
    typeof value.isShared === 'boolean'
  )
}
