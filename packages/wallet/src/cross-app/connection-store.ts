import { readField } from '../read-field.ts'

/** A connection to a wallet of another app, as it is stored. */
export type WalletConnection = {
  address: string
  /** In base64. */
  sharedSecret: string
  /** Public key of this page for it, in base64. */
  publicKey: string
  /** When it expires, in milliseconds since 1970. */
  exp: number
}

/** The part of `Storage` that connections need. */
export type ConnectionStorage = Pick<Storage, 'getItem' | 'removeItem'> & {
  setItem(key: string, value: string): void
}

/** Beginning of every stored key of a cross-app wallet. */
export const STORAGE_PREFIX = 'privy-caw:'

/**
 * Opens the stored connection and chain id of a provider app. A record that has expired, or that is
 * none, is removed when it is read. Wallets with smart accounts have a record of their own.
 */
export function openConnectionStore(
  storage: ConnectionStorage,
  { appId, isSmart }: { appId: string; isSmart: boolean },
) {
  const suffix = isSmart ? ':smart-wallet' : ''
  const connectionKey = `${STORAGE_PREFIX}${appId}:connection${suffix}`
  const chainKey = `${STORAGE_PREFIX}${appId}:connection_chain_id${suffix}`
  const clear = () => {
    storage.removeItem(connectionKey)
    storage.removeItem(chainKey)
  }
  return {
    /** Returns the connection at a time in milliseconds, or undefined. */
    read(now: number): WalletConnection | undefined {
      const text = storage.getItem(connectionKey)
      const connection = parseConnection(text)
      if (connection && connection.exp > now) return connection
      if (text !== null) clear()
      return undefined
    },
    write({ address, sharedSecret, publicKey, exp }: WalletConnection): void {
      const record = { address, sharedSecret, publicKey, exp }
      storage.setItem(connectionKey, JSON.stringify(record))
    },
    /** Returns the stored chain id, or undefined. */
    readChainId(): number | undefined {
      const id = parseJson(storage.getItem(chainKey))
      return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined
    },
    writeChainId(id: number): void {
      storage.setItem(chainKey, JSON.stringify(id))
    },
    clear,
  }
}

function parseConnection(text: string | null): WalletConnection | undefined {
  const record = parseJson(text)
  const address = readField(record, 'address')
  const sharedSecret = readField(record, 'sharedSecret')
  const publicKey = readField(record, 'publicKey')
  const exp = readField(record, 'exp')
  if (typeof address !== 'string' || !isAddress(address)) return undefined
  if (typeof sharedSecret !== 'string' || typeof publicKey !== 'string') return undefined
  if (typeof exp !== 'number') return undefined
  return { address, sharedSecret, publicKey, exp }
}

/** Returns whether a text is an address of 20 bytes, in any case. */
export function isAddress(text: string): boolean {
  return /^0x[0-9a-f]{40}$/i.test(text)
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
