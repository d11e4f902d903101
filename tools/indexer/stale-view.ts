import { numberToHex } from 'viem'
import {
  ask,
  askBlocks,
  askHead,
  type RawBlock,
  type RawLog,
  type RpcCall,
} from './rpc.ts'

/** The newest blocks of a chain as they once were, for a node that lags or sits on a fork. */
export type OldView = { blocks: RawBlock[]; logs: RawLog[] }

type Filter = { address: string | string[]; fromBlock: string; toBlock: string }

/** Reads the newest `depth` blocks and the block before them. */
export async function readView(url: string, depth: number): Promise<OldView> {
  const head = await askHead(url)
  const first = Math.max(0, head - depth)
  const blocks = await askBlocks(url, first, head, false)
  const filter = { fromBlock: numberToHex(first + 1), toBlock: numberToHex(head) }
  const logs = depth === 0 ? [] : await ask<RawLog[]>(url, 'eth_getLogs', filter)
  return { blocks, logs }
}

/** Returns the answer of a node with this view, given that of the chain as it is now. */
export function answerFrom({ blocks, logs }: OldView, call: RpcCall, now: unknown) {
  const first = Number(blocks[0]?.number)
  const last = first + blocks.length - 1
  if (call.method === 'eth_getBlockByNumber') {
    const [tag] = call.params ?? []
    if (tag === 'latest') return blocks.at(-1)
    const number = Number(tag)
    if (number > last) return null
    return number < first ? now : blocks[number - first]
  }
  if (call.method !== 'eth_getLogs' || !Array.isArray(now)) return now
  // Safe: the filter of our own reader, and the result of this method.
  const [{ address, fromBlock, toBlock }] = call.params as [Filter]
  const addresses = new Set([address].flat().map((one) => one.toLowerCase()))
  const own = logs.filter((log) => {
    const number = Number(log.blockNumber)
    const isWithin = number >= Number(fromBlock) && number <= Number(toBlock)
    return isWithin && addresses.has(log.address.toLowerCase())
  })
  const before = (now as RawLog[]).filter((log) => Number(log.blockNumber) <= first)
  return [...before, ...own]
}
