import {
  type ListScope,
  type ListTerms,
  listLeaf,
  listTree,
  packTerms,
} from '@platemark/rules/allowlist'
import { type Address, keccak256, sha256, stringToHex, toHex } from 'viem'

/** Builds a list of these entries and of nine others that no test uses. */
export function publishList(
  scope: ListScope,
  places: readonly { account: Address; terms: ListTerms }[],
) {
  const entries = places.map(({ account, terms }) => {
    const packed = packTerms(terms)
    return { account, terms, packed, leaf: listLeaf(scope, account, packed) }
  })
  const others = Array.from({ length: 9 }, (_, at) => keccak256(toHex(`other ${at}`)))
  const { root, proofOf } = listTree([...entries.map(({ leaf }) => leaf), ...others])
  return {
    root,
    contentHash: sha256(stringToHex(`the file of ${root}`)),
    /** Returns the entry of `account` in the phase; throws when the list has none. */
    getProof(account: Address, phaseId: number) {
      const entry = entries.find(
        (one) => one.account === account && one.terms.phaseId === phaseId,
      )
      const proof = entry && proofOf(entry.leaf)
      if (!proof) throw new Error(`list has no entry: got ${account} in phase ${phaseId}`)
      return { packed: entry.packed, proof }
    },
  }
}
