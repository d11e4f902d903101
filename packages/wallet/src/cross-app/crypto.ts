// Requests of a cross-app wallet are encrypted with AES-256-GCM. The key is the X coordinate of an
// ECDH on secp256k1, which browsers do not have.
import { secp256k1 } from '@noble/curves/secp256k1'
import { fromBase64, toBase64 } from './base64.ts'
import { compress, decompress } from './zlib.ts'

/** `plain` is the protocol without a version, `zlib` the one with `v=1`. */
export type Protocol = 'plain' | 'zlib'

/** A key pair for one connection, in base64; the public key is compressed. */
export type KeyPair = { privateKey: string; publicKey: string }

/** An encrypted text and its 12-byte initialization vector, in base64. */
export type Encrypted = { text: string; iv: string }

const IV_BYTES = 12

/** Creates the key pair of a connection. */
export function createKeyPair(): KeyPair {
  const privateKey = secp256k1.utils.randomPrivateKey()
  const publicKey = secp256k1.getPublicKey(privateKey)
  return { privateKey: toBase64(privateKey), publicKey: toBase64(publicKey) }
}

/**
 * Returns the secret of an own private and a foreign public key, 32 bytes in base64. Throws for a
 * key that is no point of the curve.
 */
export function deriveSharedSecret(privateKey: string, publicKey: string): string {
  const point = secp256k1.getSharedSecret(fromBase64(privateKey), fromBase64(publicKey))
  return toBase64(point.slice(1))
}

/** Encrypts a text with a shared secret and a random initialization vector. */
export async function encrypt(
  text: string,
  sharedSecret: string,
  protocol: Protocol,
): Promise<Encrypted> {
  const bytes = new TextEncoder().encode(text)
  const content = protocol === 'zlib' ? await compress(bytes) : bytes
  const key = await importKey(sharedSecret, 'encrypt')
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const result = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, content)
  return { text: toBase64(new Uint8Array(result)), iv: toBase64(iv) }
}

/** Decrypts a text. Throws for another key, a changed or a truncated text. */
export async function decrypt(
  { text, iv }: Encrypted,
  sharedSecret: string,
  protocol: Protocol,
): Promise<string> {
  const vector = fromBase64(iv)
  if (vector.length !== IV_BYTES) throw new Error(`iv has ${vector.length} bytes`)
  const key = await importKey(sharedSecret, 'decrypt')
  const result = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: vector },
    key,
    fromBase64(text),
  )
  const content = new Uint8Array(result)
  const bytes = protocol === 'zlib' ? await decompress(content) : content
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

function importKey(sharedSecret: string, use: KeyUsage): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', fromBase64(sharedSecret), 'AES-GCM', false, [use])
}
