import { type Hex, type Log, numberToHex, type RpcBlock } from 'viem'
import { type RpcCall, requestRpc, requestRpcBatch } from '../json-rpc.ts'

/** Results of a node as they are on the wire. */
export type RawBlock = RpcBlock<'latest'>
export type RawLog = Log<Hex, Hex, false>

/** The newest blocks of a chain at an earlier moment, for a node that lags or is on a fork. */
export type StaleView = { blocks: RawBlock[]; logs: RawLog[] }

type Filter = { address: string | string[]; fromBlock: string; toBlock: string }

/** Reads the newest `depth` blocks and the block before them. */
export async function readStaleView(url: string, depth: number): Promise<StaleView> {
  const head = Number(await requestRpc<Hex>(url, 'eth_blockNumber'))
  const first = Math.max(0, head - depth)
  const numbers = Array.from({ length: head - first + 1 }, (_, at) => first + at)
  const lists = numbers.map((number) => [numberToHex(number), false])
  const blocks = await requestRpcBatch<RawBlock>(url, 'eth_getBlockByNumber', lists)
  const filter = { fromBlock: numberToHex(first + 1), toBlock: numberToHex(head) }
  const logs = depth === 0 ? [] : await requestRpc<RawLog[]>(url, 'eth_getLogs', [filter])
  return { blocks, logs }
}

/** Returns the result of a node with this view, given the result of the current chain. */
export function staleResult(
  { blocks, logs }: StaleView,
  call: RpcCall,
  current: unknown,
): unknown {
  const first = Number(blocks[0]?.number)
  const last = first + blocks.length - 1
  if (call.method === 'eth_getBlockByNumber') {
    const [tag] = call.params ?? []
    if (tag === 'latest') return blocks.at(-1)
    const number = Number(tag)
    if (number > last) return null
    return number < first ? current : blocks[number - first]
  }
  if (call.method !== 'eth_getLogs' || !Array.isArray(current)) return current
  // Safe: the filter that the indexer sends, and the result of this method.
  const [{ address, fromBlock, toBlock }] = call.params as [Filter]
  const addresses = new Set([address].flat().map((one) => one.toLowerCase()))
  const own = logs.filter((log) => {
    const number = Number(log.blockNumber)
    const isWithin = number >= Number(fromBlock) && number <= Number(toBlock)
    return isWithin && addresses.has(log.address.toLowerCase())
  })
  const before = (current as RawLog[]).filter((log) => Number(log.blockNumber) <= first)
  return [...before, ...own]
}
