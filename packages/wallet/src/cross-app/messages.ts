import { WalletError } from '../errors.ts'
import { readField } from '../read-field.ts'
import { isAddress } from './connection-store.ts'
import { decrypt, deriveSharedSecret, type KeyPair, type Protocol } from './crypto.ts'

/** Account that a window shared. */
export type SharedAccount = { address: string; sharedSecret: string; exp: number }

/**
 * Returns the account in a connect response; undefined for any other message, and for one with an
 * invalid address, key or expiry. Throws the error of an OAuth login or of the wallet.
 */
export function readConnectResponse(
  message: unknown,
  keys: KeyPair,
  now: number,
): SharedAccount | undefined {
  throwError(message)
  if (readField(message, 'type') !== 'PRIVY_CROSS_APP_CONNECT_RESPONSE') return undefined
  const address = readField(message, 'address')
  const publicKey = readField(message, 'providerPublicKey')
  const exp = readField(message, 'exp')
  if (typeof address !== 'string' || !isAddress(address)) return undefined
  if (typeof exp !== 'number' || !(exp > now)) return undefined
  if (typeof publicKey !== 'string') return undefined
  try {
    const sharedSecret = deriveSharedSecret(keys.privateKey, publicKey)
    return { address, sharedSecret, exp }
  } catch {
    return undefined
  }
}

type Reading = {
  sharedSecret: string
  protocol: Protocol
  /** Initialization vectors of this connection, of both sides: each counts once. */
  usedIvs: Set<string>
}

/**
 * Returns the result in an action response; undefined for any other message, for one encrypted with
 * another key, changed or truncated, and for a repeated one. Throws the error of the wallet.
 */
export async function readActionResponse(
  message: unknown,
  { sharedSecret, protocol, usedIvs }: Reading,
): Promise<string | undefined> {
  throwError(message)
  if (readField(message, 'type') !== 'PRIVY_CROSS_APP_ACTION_RESPONSE') return undefined
  const text = readField(message, 'encryptedResult')
  const iv = readField(message, 'iv')
  if (typeof text !== 'string' || typeof iv !== 'string') return undefined
  if (usedIvs.has(iv)) return undefined
  try {
    const result = await decrypt({ text, iv }, sharedSecret, protocol)
    if (usedIvs.has(iv)) return undefined
    usedIvs.add(iv)
    return result
  } catch {
    return undefined
  }
}

/** Error of a wallet's own window, with its action. */
export class PopupError extends WalletError {
  /** `clear` ends the connection. */
  readonly action: string | undefined

  constructor(message: string, action?: string, code?: number) {
    super('popup_error', { values: { message }, ...(code !== undefined && { code }) })
    this.action = action
  }
}

const MAX_ERROR_LENGTH = 500

function throwError(message: unknown): void {
  const type = readField(message, 'type')
  const error = readField(message, 'error')
  if (typeof error !== 'string' || error === '') return
  const text = error.slice(0, MAX_ERROR_LENGTH)
  if (type === 'PRIVY_OAUTH_ERROR') throw new PopupError(text)
  if (type !== 'PRIVY_CROSS_APP_ACTION_ERROR') return
  const action = readField(readField(message, 'mwp'), 'action')
  const code = readField(message, 'errorCode')
  throw new PopupError(
    text,
    typeof action === 'string' ? action : undefined,
    typeof code === 'number' && Number.isSafeInteger(code) ? code : undefined,
  )
}
