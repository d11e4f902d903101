import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../../../database/error-code.ts'
import { makePrivateFolder, PRIVATE_FILE_MODE } from '../../../files/private-folder.ts'

/** Key (Ed25519, RFC 8032) by which an instance signs its exit bundles. */
export type BundleKey = {
  /** 64 hexadecimal digits. */
  publicKey: string
  publicPem: string
  /** Returns the 64 bytes of the signature. */
  sign(bytes: Uint8Array): Buffer
}

const FILE = 'bundle-key.pem'

/**
 * Reads the key of a data folder, or makes one at the first start: a file that its user alone can
 * read. Throws for a file that holds no such key.
 */
export function loadBundleKey(dataFolder: string): BundleKey {
  makePrivateFolder(dataFolder)
  const path = join(dataFolder, FILE)
  if (!existsSync(path)) writeNewKey(path)
  const key = createPrivateKey(readFileSync(path))
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new Error(
      `key of exit bundles is wrong: got ${key.asymmetricKeyType}, expected ed25519`,
    )
  }
  const publicKey = createPublicKey(key)
  return {
    publicKey: toHexDigits(publicKey),
    publicPem: String(publicKey.export({ type: 'spki', format: 'pem' })),
    sign: (bytes) => sign(null, bytes, key),
  }
}

/** Returns whether a signature of `bytes` was made with this key; false for a key that is none. */
export function isSignedBy(
  publicKey: string,
  bytes: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (!/^[0-9a-f]{64}$/.test(publicKey)) return false
  const x = Buffer.from(publicKey, 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, bytes, key, signature)
}

function writeNewKey(path: string): void {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  try {
    writeFileSync(path, pem, { mode: PRIVATE_FILE_MODE, flag: 'wx' })
  } catch (error) {
    // Another process of the folder was first.
    if (errorCode(error) !== 'EEXIST') throw error
  }
}

function toHexDigits(key: KeyObject): string {
  const { x = '' } = key.export({ format: 'jwk' })
  return Buffer.from(x, 'base64url').toString('hex')
}
