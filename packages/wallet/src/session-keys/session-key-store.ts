import { type Address, type Hash, type Hex, isAddressEqual } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { SessionSpec } from './session-spec.ts'

/** Session of this browser: the key is encrypted, its own key cannot be read out. */
export type StoredSession = {
  account: Address
  chainId: number
  hash: Hash
  spec: SessionSpec
  cryptoKey: CryptoKey
  iv: Uint8Array<ArrayBuffer>
  encryptedKey: ArrayBuffer
}

/** Records of this browser by key, such as a store of IndexedDB. */
export type SessionRecords = {
  list(prefix: string): Promise<StoredSession[]>
  put(key: string, value: StoredSession): Promise<void>
  delete(key: string): Promise<void>
}

/** A session of this browser with its key. */
export type OpenedSession = { hash: Hash; spec: SessionSpec; privateKey: Hex }

/** Keys of sessions, by account and chain. */
export type SessionKeyStore = {
  /** Encrypts and keeps the key of a session. */
  put(place: SessionPlace, session: OpenedSession): Promise<void>
  /** Returns the sessions of an account whose key this browser has. */
  list(place: SessionPlace): Promise<OpenedSession[]>
  delete(place: SessionPlace, hash: Hash): Promise<void>
}

type SessionPlace = { account: Address; chainId: number }

const ALGORITHM = 'AES-GCM'
const IV_BYTES = 12

/** Returns a new session key with its address. */
export function createSessionKey(): { privateKey: Hex; signer: Address } {
  const privateKey = generatePrivateKey()
  return { privateKey, signer: privateKeyToAddress(privateKey) }
}

/**
 * Opens the keys of sessions in the records of this browser. Each is encrypted (AES-GCM) with a key
 * of its own that the browser does not give away, and bound to account, chain and session: a record
 * under another place is skipped.
 */
export function openSessionKeyStore(records: SessionRecords): SessionKeyStore {
  return {
    async put(place, { hash, spec, privateKey }) {
      const cryptoKey = await crypto.subtle.generateKey(
        { name: ALGORITHM, length: 256 },
        false,
        ['encrypt', 'decrypt'],
      )
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
      const encryptedKey = await crypto.subtle.encrypt(
        { name: ALGORITHM, iv, additionalData: toBytes(toKey(place, hash)) },
        cryptoKey,
        toBytes(privateKey),
      )
      await records.put(toKey(place, hash), {
        ...place,
        hash,
        spec,
        cryptoKey,
        iv,
        encryptedKey,
      })
    },
    async list(place) {
      const stored = await records.list(toPrefix(place))
      const opened = await Promise.all(stored.map((record) => open(place, record)))
      return opened.filter((session) => session !== undefined)
    },
    delete: (place, hash) => records.delete(toKey(place, hash)),
  }
}

/** Decrypts a record; undefined for one that is not of this place or was changed. */
async function open(
  place: SessionPlace,
  { hash, spec, cryptoKey, iv, encryptedKey }: StoredSession,
): Promise<OpenedSession | undefined> {
  try {
    const bytes = await crypto.subtle.decrypt(
      { name: ALGORITHM, iv, additionalData: toBytes(toKey(place, hash)) },
      cryptoKey,
      encryptedKey,
    )
    const privateKey = new TextDecoder().decode(bytes) as Hex
    const isOwn = isAddressEqual(privateKeyToAddress(privateKey), spec.signer)
    return isOwn ? { hash, spec, privateKey } : undefined
  } catch {
    return undefined
  }
}

function toPrefix({ account, chainId }: SessionPlace): string {
  return `${account.toLowerCase()}:${chainId}:`
}

function toKey(place: SessionPlace, hash: Hash): string {
  return toPrefix(place) + hash
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
