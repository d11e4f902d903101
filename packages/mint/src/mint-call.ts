import { collectionAbi } from '@platemark/abi/collection'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import { encodeFunctionData, type Hex, zeroAddress } from 'viem'
import type { MintOrder } from './mint-order.ts'

/**
 * The transaction that mints, as nodes and wallets take it. Several tokens, or a referrer, go by
 * the functions that fill partly and give change; one token goes by the cheapest. Throws for an
 * allowlist phase without a place.
 */
export function mintCall(order: MintOrder) {
  const { account: from, contract: to, unitWei, quantity } = order
  const wei = unitWei * BigInt(quantity)
  return { from, to, data: dataOf(order), value: `0x${wei.toString(16)}` as const }
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
