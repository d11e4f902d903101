import { askNode, type RawBlock, type RawLog, type RpcCall } from './rpc.ts'

/** The newest blocks of a chain as they once were, for a node that lags or sits on a fork. */
export type OldView = { blocks: RawBlock[]; logs: RawLog[] }

type Filter = { address: string | string[]; fromBlock: string; toBlock: string }

/** Reads the newest `depth` blocks and the block before them. */
export async function readView(url: string, depth: number): Promise<OldView> {
  const [head] = await askNode(url, [{ method: 'eth_blockNumber', params: [] }])
  const first = Math.max(0, Number(head) - depth)
  const numbers = Array.from({ length: Number(head) - first + 1 }, (_, at) => first + at)
  // Safe: the results of these methods.
  const blocks = (await askNode(
    url,
    numbers.map((at) => ({ method: 'eth_getBlockByNumber', params: [hexOf(at), false] })),
  )) as RawBlock[]
  const filter = { fromBlock: hexOf(first + 1), toBlock: hexOf(Number(head)) }
  const logs =
    depth === 0 ? [[]] : await askNode(url, [{ method: 'eth_getLogs', params: [filter] }])
  return { blocks, logs: logs[0] as RawLog[] }
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
  const own = logs.filter(({ blockNumber, ...log }) => {
    const isWithin =
      Number(blockNumber) >= Number(fromBlock) && Number(blockNumber) <= Number(toBlock)
    return isWithin && addresses.has(log.address.toLowerCase())
  })
  const before = (now as RawLog[]).filter((log) => Number(log.blockNumber) <= first)
  return [...before, ...own]
}

function hexOf(number: number): string {
  return `0x${number.toString(16)}`
}
