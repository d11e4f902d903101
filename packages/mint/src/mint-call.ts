import { collectionAbi } from '@platemark/abi/collection'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { encodeFunctionData, type Hex, zeroAddress } from 'viem'
import type { MintOrder } from './mint-order.ts'

/**
 * Builds the transaction of a mint for nodes and wallets: the cheapest function for one token,
 * else one that can fill partly and refunds the rest. Throws for an allowlist phase without an
 * entry.
 */
export function mintCall(order: MintOrder) {
  const { account: from, contract: to, unitWei, quantity } = order
  const wei = unitWei * BigInt(quantity)
  return { from, to, data: encodeMint(order), value: `0x${wei.toString(16)}` as const }
}

function encodeMint({ account, phaseId, quantity, entry, referrer }: MintOrder): Hex {
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
  if (!entry) throw new Error(`mint of phase ${phaseId} has no list entry`)
  const packed = BigInt(entry.packed)
  // Safe: entries of lists hold hashes.
  const proof = entry.proof as Hex[]
  return encodeFunctionData({
    abi,
    functionName: 'mintAllowlist',
    args: isPlain ? [most, packed, proof] : [1n, most, thanked, packed, proof],
  })
}
