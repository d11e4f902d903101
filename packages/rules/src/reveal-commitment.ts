import { encodeAbiParameters, type Hex, keccak256 } from 'viem'
import { shuffleWorks } from './reveal-order.ts'
import { formatSetManifest, hashSetManifest, readSetManifest } from './set-manifest.ts'

/** Order of a set that a secret fixes, and the hashes that commit to it. */
export type RevealCommitment = {
  /** Index of the work of token i + 1, as `shuffleWorks` returns it. */
  order: number[]
  /** SHA-256 of the manifest in the final order, which the reveal publishes. */
  manifestHash: Hex
  /** Value of `provenanceHash` in the creation. */
  commitment: Hex
}

/**
 * Shuffles a set by a secret of 32 bytes and returns the commitment to the result. `manifest` is
 * that of `writeSetManifest`, in the order of the set.
 */
export function commitToOrder(manifest: string, secret: Hex): RevealCommitment {
  const lines = readSetManifest(manifest)
  const order = shuffleWorks(secret, lines.length)
  const shuffled = order.flatMap((from, place) => {
    const line = lines[from]
    return line ? [[place + 1, line[1], line[2], line[3]] as const] : []
  })
  const manifestHash: Hex = `0x${hashSetManifest(formatSetManifest(shuffled))}`
  return { order, manifestHash, commitment: computeCommitment(manifestHash, secret) }
}

/**
 * Returns the provenance hash that `reveal(baseUri, manifestHash, secret)` of the contract opens:
 * keccak256(abi.encode(bytes32 manifestHash, bytes32 secret)), so of 64 bytes.
 */
export function computeCommitment(manifestHash: Hex, secret: Hex): Hex {
  const types = [{ type: 'bytes32' }, { type: 'bytes32' }] as const
  return keccak256(encodeAbiParameters(types, [manifestHash, secret]))
}
