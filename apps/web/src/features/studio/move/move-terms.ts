import type { PreparedMove } from '@platemark/api/move'
import { shortAddress } from '@platemark/rules/amounts'
import { type Hex, zeroHash } from 'viem'

/** Returns whether a base URI begins with ipfs://, in letters of any case. */
export function isOnIpfs(baseUri: string): boolean {
  return /^ipfs:\/\//i.test(baseUri)
}

/**
 * Returns why works of this site may not stand behind a contract: `bound` is the hash that a reveal
 * or freeze named, zero for none.
 */
export function findOtherWorks(
  { manifest_hash }: PreparedMove,
  bound: Hex,
): string | undefined {
  if (bound === zeroHash || manifest_hash === bound) return undefined
  const here =
    manifest_hash === null
      ? 'one picture'
      : `works with hash ${shortAddress(manifest_hash)}`
  return `The contract names hash ${shortAddress(bound)}, and this site has ${here}. These files cannot take their place.`
}
