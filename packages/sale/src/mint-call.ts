import { collectionAbi } from '@platemark/abi/collection'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem'

/** One mint as the contract is asked for it. */
export type MintOrder = {
  contract: Address
  account: Address
  phaseId: number
  quantity: number
  /** Price and fee of one token, in wei. */
  unitWei: bigint
  /** The wallet's place on the list, for an allowlist phase: decimal terms, and hashes. */
  entry: { packed: string; proof: readonly string[] } | null
  referrer: Address | null
}

/**
 * The transaction that mints: `value` is wei. Several tokens, or a referrer, go by the functions
 * that fill partly and give change; one token goes by the cheapest. Throws for an allowlist
 * phase without a place.
 */
export function mintCall(order: MintOrder): { to: Address; data: Hex; value: bigint } {
  const { contract: to, unitWei, quantity } = order
  return { to, data: dataOf(order), value: unitWei * BigInt(quantity) }
}

function dataOf({ account, phaseId, quantity, entry, referrer }: MintOrder): Hex {
  const abi = collectionAbi
  const most = BigInt(quantity)
  const isPlain = quantity === 1 && !referrer
  const thanked = referrer ?? zeroAddress
  if (phaseId === PUBLIC_PHASE_ID) {
    return isPlain
      ? encodeFunctionData({ abi, functionName: 'mint', args: [most] })
      : encodeFunctionData({
          abi,
          functionName: 'mintTo',
          args: [account, 1n, most, thanked],
        })
  }
  if (!entry) throw new Error('This wallet has no place on the list.')
  const packed = BigInt(entry.packed)
  // Safe: places on lists hold hashes.
  const proof = entry.proof as Hex[]
  return encodeFunctionData({
    abi,
    functionName: 'mintAllowlist',
    args: isPlain ? [most, packed, proof] : [1n, most, thanked, packed, proof],
  })
}
