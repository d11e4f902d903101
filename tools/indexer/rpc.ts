import { type Hash, type Hex, numberToHex } from 'viem'
import { requestRpc, requestRpcBatch } from '../json-rpc.ts'

/** The fields of an `eth_getBlockByNumber` result that matter here. */
export type RawBlock = {
  number: Hex
  hash: Hash
  parentHash: Hash
  timestamp: Hex
  [other: string]: unknown
}

/** A log of an `eth_getLogs` result. */
export type RawLog = {
  address: Hex
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  blockHash: Hash
  logIndex: Hex
  [other: string]: unknown
}

export async function readHeadNumber(url: string): Promise<number> {
  return Number(await requestRpc<Hex>(url, 'eth_blockNumber'))
}

/** Returns the blocks from `first` to `last`, with their transactions where `isFull`. */
export function readBlocks<T extends RawBlock>(
  url: string,
  first: number,
  last: number,
  isFull: boolean,
): Promise<T[]> {
  const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const lists = numbers.map((number) => [numberToHex(number), isFull])
  return requestRpcBatch<T>(url, 'eth_getBlockByNumber', lists)
}
