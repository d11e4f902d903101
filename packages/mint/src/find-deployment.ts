import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import { isSameAddress } from '@platemark/rules/addresses'
import { type Address, encodeEventTopics, type Hex, pad } from 'viem'
import { parseQuantity, tryRpc } from './read-contract.ts'
import { readLogs } from './read-logs.ts'
import type { TransactionReceipt } from './receipt.ts'
import { type BlockTag, isHexData, isRecord, type Rpc } from './rpc.ts'

/** A collection that a prepared transaction creates, if it is mined by `deadline`. */
export type PreparedCollection = {
  /** The factory. */
  contract: Address
  collection: Address
  /** Unix seconds by the chain's time. */
  deadline: number
}

/** The blocks before the head in which a creation of unknown age is looked for. */
const SEARCHED_BLOCKS = 5_000n

const [created] = encodeEventTopics({
  abi: collectionFactoryAbi,
  eventName: 'CollectionCreated',
})

/** Returns whether the collection exists. Rejects like `rpc`. */
export async function hasCode(rpc: Rpc, address: Address): Promise<boolean> {
  const code = await rpc('eth_getCode', [address, 'latest'])
  if (!isHexData(code)) throw new TypeError('eth_getCode result is not hexadecimal')
  return code.length > 2
}

/** Reads the chain's time in unix seconds. Rejects like `rpc`. */
export async function readTime(rpc: Rpc, blockTag: BlockTag): Promise<number> {
  const block = await rpc('eth_getBlockByNumber', [blockTag, false])
  if (!isRecord(block)) throw new TypeError('rpc returned no block')
  return Number(parseQuantity(block.timestamp))
}

/** Returns whether a transaction created the collection. */
export function hasCreated(
  { logs }: TransactionReceipt,
  { contract, collection }: PreparedCollection,
): boolean {
  return logs.some(
    ({ address, topics: [event, made] }) =>
      event === created &&
      isSameAddress(address, contract) &&
      isSameAddress(`0x${made?.slice(26)}`, collection),
  )
}

/**
 * Finds the receipt of the creation by the event of the factory, from a block on or in the newest
 * ones; undefined where it is not found.
 */
export async function findCreation(
  rpc: Rpc,
  { contract, collection }: PreparedCollection,
  sinceBlock: bigint | null,
): Promise<TransactionReceipt | undefined> {
  const head = parseQuantity(await rpc('eth_blockNumber', []))
  const oldest = head > SEARCHED_BLOCKS ? head - SEARCHED_BLOCKS : 0n
  const made: Hex = `0x${pad(collection).slice(2).toLowerCase()}`
  const range = { from: sinceBlock ?? oldest, to: head }
  const query = { contract, filters: [[created, made]], ...range }
  for await (const { logs } of readLogs(rpc, query)) {
    const [log] = logs
    if (!log) continue
    const hash = [log.transactionHash]
    const receipt = await tryRpc<TransactionReceipt>(
      rpc,
      'eth_getTransactionReceipt',
      hash,
    )
    return receipt ?? undefined
  }
  return undefined
}
