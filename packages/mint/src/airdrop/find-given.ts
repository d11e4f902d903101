import { isSameAddress } from '@platemark/rules/addresses'
import type { Address, Hex } from 'viem'
import { parseQuantity } from '../read-contract.ts'
import { readLogs } from '../read-logs.ts'
import { airdropped, type TransactionReceipt } from '../receipt.ts'
import { type Rpc, RpcUnavailableError } from '../rpc.ts'
import type { Gift, GivenGift } from './gift.ts'

type GivenQuery = {
  contract: Address
  /** The first and the last block. */
  from: bigint
  to: bigint
  onProgress?: (share: number) => void
}

/**
 * Reads the gifts that a collection made in a range of blocks, the oldest first. Rejects like
 * `rpc`, and with an `RpcUnavailableError` where a node does not get on.
 */
export async function readGiven(
  rpc: Rpc,
  { contract, from, to, onProgress }: GivenQuery,
): Promise<GivenGift[]> {
  const found: GivenGift[] = []
  for (let at = from; at <= to; ) {
    const before = at
    const query = { contract, filters: [[airdropped]], from: at, to }
    for await (const { logs, next } of readLogs(rpc, query)) {
      found.push(...logs.map(decodeGift))
      at = next
      onProgress?.(Number(next - from) / Number(to - from + 1n))
    }
    if (at === before) throw new RpcUnavailableError(`no logs from block ${at} on`)
  }
  return found
}

/** Returns the gifts of a collection in a receipt. */
export function listReceiptGifts(
  { status, logs, transactionHash, blockNumber }: TransactionReceipt,
  contract: Address,
): GivenGift[] {
  if (Number(status) !== 1) return []
  return logs
    .filter(
      ({ address, topics: [event] }) =>
        event === airdropped && isSameAddress(address, contract),
    )
    .map(({ topics, data }) => decodeGift({ topics, data, transactionHash, blockNumber }))
}

type GiftLog = {
  topics: readonly string[]
  data: Hex
  transactionHash: Hex
  blockNumber: Hex
}

/** Decodes a gift; a log of another form is refused, since a gift must never be overlooked. */
function decodeGift({ topics, data, transactionHash, blockNumber }: GiftLog): GivenGift {
  const recipient = topics[1]
  if (recipient?.length !== 66 || data.length !== 66) {
    throw new TypeError(`log of an airdrop is not valid: transaction ${transactionHash}`)
  }
  const address: Address = `0x${recipient.slice(26).toLowerCase()}`
  const block = parseQuantity(blockNumber)
  return { address, quantity: Number(BigInt(data)), hash: transactionHash, block }
}

/** Returns which of the gifts were given, by wallet. */
export function matchGiven(
  gifts: readonly Gift[],
  given: readonly GivenGift[],
): Map<Address, GivenGift> {
  const quantities = new Map(gifts.map(({ address, quantity }) => [address, quantity]))
  const found = new Map<Address, GivenGift>()
  for (const gift of given) {
    if (quantities.get(gift.address) !== gift.quantity || found.has(gift.address))
      continue
    found.set(gift.address, gift)
  }
  return found
}

/** Returns the latest gift of each wallet. */
export function latestGiven(given: readonly GivenGift[]): Map<Address, GivenGift> {
  return new Map(given.map((gift) => [gift.address, gift]))
}
