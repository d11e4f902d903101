import { collectionAbi } from '@platemark/abi/collection'
import { MAX_PER_MINT } from '@platemark/rules/limits'
import { mintTotal } from '@platemark/rules/price'
import {
  type Address,
  encodeFunctionData,
  getAddress,
  keccak256,
  slice,
  toHex,
  zeroAddress,
} from 'viem'
import type { ListedMinter } from './read-lists.ts'
import type { SchedulePhase } from './schedule.ts'
import type { SentCall } from './throwaway-chain.ts'

/** A wallet that mints in one phase, by its place on a list or in the public phase. */
export type Minter = {
  address: Address
  priceWei: bigint
  /** Tokens that it may mint in the phase. */
  limit: number
  /** Entry that it uses; null: it mints in the public phase. */
  entry: ListedMinter | null
}

/** A collection on the chain of the rehearsal. */
export type RehearsedCollection = { address: Address; mintFeeWei: bigint }

/**
 * Returns the transaction of a mint of up to `quantity` tokens, which mints fewer where fewer are
 * left, like the mints of the pages.
 */
export function mintCall(
  { address: to, mintFeeWei }: RehearsedCollection,
  { address: from, priceWei, entry }: Minter,
  quantity: number,
): SentCall {
  const most = BigInt(quantity)
  const abi = collectionAbi
  const data = entry
    ? encodeFunctionData({
        ...{ abi, functionName: 'mintAllowlist' },
        args: [1n, most, zeroAddress, entry.packed, entry.proof],
      })
    : encodeFunctionData({
        ...{ abi, functionName: 'mintTo', args: [from, 1n, most, zeroAddress] },
      })
  return { from, to, data, valueWei: mintTotal(priceWei, mintFeeWei, quantity) }
}

/** Returns the quantities of the transactions with which a wallet mints all it can. */
export function splitQuantity(quantity: number): number[] {
  const whole = Math.floor(quantity / MAX_PER_MINT)
  const rest = quantity % MAX_PER_MINT
  return [...Array.from({ length: whole }, () => MAX_PER_MINT), ...(rest ? [rest] : [])]
}

/** Returns the wallet of a list entry. */
export function listedMinter(entry: ListedMinter): Minter {
  const { address, priceWei, quantity } = entry
  return { address, priceWei, limit: quantity, entry }
}

/** Returns a wallet that is on no list, the same for the same number. */
export function strangerAddress(number: number): Address {
  return getAddress(slice(keccak256(toHex(`stranger ${number} of a rehearsal`)), 0, 20))
}

/** Returns a stranger that mints in the public phase. */
export function publicMinter({ priceWei, limit }: SchedulePhase, number: number): Minter {
  return { address: strangerAddress(number), priceWei, limit, entry: null }
}
