import {
  decrypt,
  deriveSharedSecret,
  encrypt,
  type KeyPair,
} from '../../src/cross-app/crypto.ts'
import { readField } from '../../src/read-field.ts'

/** Request as a window receives it, decrypted. */
export type WindowRequest = { method: string; params: unknown[]; chainId: number }

/** Account of the stand-in for a wallet provider. */
export type ProviderAccount = {
  address: string
  /** Returns the result of a request; rejects with the text that the window passes on. */
  respond(request: WindowRequest): Promise<string>
}

/** Wallet behind the windows: its account and its keys for connections. */
export type ProviderWallet = { account: ProviderAccount; keys: KeyPair }

/** Message that a window posts to its opener. */
export type WindowMessage = Record<string, unknown> & { type: string }

/** Returns the message of a window whose connection was approved, for `validMs` from now. */
export function respondConnect(
  { account, keys }: ProviderWallet,
  validMs: number,
): WindowMessage {
  return {
    type: 'PRIVY_CROSS_APP_CONNECT_RESPONSE',
    address: account.address,
    providerPublicKey: keys.publicKey,
    exp: Date.now() + validMs,
  }
}

/** Returns the request in the query of a window. Throws for one encrypted for another key. */
export async function readWindowRequest(
  query: URLSearchParams,
  keys: KeyPair,
): Promise<WindowRequest> {
  const encrypted = {
    text: query.get('encrypted_request') ?? '',
    iv: query.get('iv') ?? '',
  }
  const json = await decrypt(encrypted, secretFor(query, keys), protocolFor(query))
  const request: unknown = JSON.parse(json)
  const method = readField(request, 'method')
  const params = readField(request, 'params')
  return {
    method: String(method),
    params: Array.isArray(params) ? params : [],
    chainId: Number(readField(request, 'chainId')),
  }
}

/** Returns the message of a window whose request was approved, or the error of the account. */
export async function respondTransact(
  query: URLSearchParams,
  { account, keys }: ProviderWallet,
): Promise<WindowMessage> {
  try {
    const result = await account.respond(await readWindowRequest(query, keys))
    const { text, iv } = await encrypt(result, secretFor(query, keys), protocolFor(query))
    return { type: 'PRIVY_CROSS_APP_ACTION_RESPONSE', encryptedResult: text, iv }
  } catch (error) {
    return {
      type: 'PRIVY_CROSS_APP_ACTION_ERROR',
      error: error instanceof Error ? error.message : String(error),
    }
  }
}

function secretFor(query: URLSearchParams, { privateKey }: KeyPair): string {
  return deriveSharedSecret(privateKey, query.get('requester_public_key') ?? '')
}

function protocolFor(query: URLSearchParams) {
  return query.get('v') === '1' ? 'zlib' : 'plain'
}
