import { askNode, type RawBlock, type RawLog, type RpcCall } from './rpc.ts'

/** A chain as it once was: what a node that fell asleep then still believes. */
export type View = {
  blocks: RawBlock[]
  logs: RawLog[]
  /** Up to this block it says the same as the chain does now. */
  agreesUpTo: number
}

export type Views = {
  /** Remembers the chain as it is now; call it before every reorganisation. */
  record(): Promise<void>
  /** Remembered chains that are wrong about nothing deeper than `depth` blocks. */
  listStale(depth: number): View[]
}

const KEPT = 6
// Deeper reorganisations are found too, only at the price of reading everything again.
const USUAL_DEPTH = 130

/** Remembers how the chain of a node looked at several moments. */
export function openViews(url: string): Views {
  const views: View[] = []
  return {
    async record() {
      const before = views.at(-1)
      const blocks = await readBlocks(url, before)
      const agreesUpTo = lastCommon(before?.blocks ?? [], blocks)
      const known = (before?.logs ?? []).filter(
        (log) => Number(log.blockNumber) <= agreesUpTo,
      )
      const isGrown = agreesUpTo + 1 < blocks.length
      const fresh = isGrown ? await readLogs(url, agreesUpTo + 1) : []
      for (const view of views) view.agreesUpTo = Math.min(view.agreesUpTo, agreesUpTo)
      views.push({ blocks, logs: [...known, ...fresh], agreesUpTo: blocks.length - 1 })
      views.splice(0, views.length - KEPT)
    },
    listStale(depth) {
      const head = (views.at(-1)?.blocks.length ?? 0) - 1
      return views.filter(
        ({ blocks, agreesUpTo }) =>
          agreesUpTo > head - depth && agreesUpTo > blocks.length - 1 - depth,
      )
    },
  }
}

/** What a node that sees this chain answers; undefined to calls about something else. */
export function answerFrom({ blocks, logs }: View, call: RpcCall): unknown {
  if (call.method === 'eth_getBlockByNumber') {
    const [tag] = call.params ?? []
    return (tag === 'latest' ? blocks.at(-1) : blocks[Number(tag)]) ?? null
  }
  if (call.method !== 'eth_getLogs') return undefined
  // Safe: the filter that our own reader sends.
  const [filter] = call.params as [
    { address: string | string[]; fromBlock: string; toBlock: string },
  ]
  const addresses = new Set(
    [filter.address].flat().map((address) => address.toLowerCase()),
  )
  const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)]
  return logs.filter(({ address, blockNumber }) => {
    const number = Number(blockNumber)
    return number >= from && number <= to && addresses.has(address.toLowerCase())
  })
}

async function readBlocks(url: string, before: View | undefined): Promise<RawBlock[]> {
  const [tip] = await askNode(url, [{ method: 'eth_blockNumber', params: [] }])
  const head = Number(tip)
  const known = before?.blocks ?? []
  for (let back = USUAL_DEPTH; ; back = head + 1) {
    const first = Math.max(0, Math.min(known.length, head + 1) - back)
    const numbers = Array.from({ length: head + 1 - first }, (_, index) => first + index)
    const fresh = await askNode(
      url,
      numbers.map((number) => ({
        method: 'eth_getBlockByNumber',
        params: [`0x${number.toString(16)}`, false],
      })),
    )
    // Safe: a node answers this method with a block for every number up to its head.
    const blocks = fresh as RawBlock[]
    if (first === 0) return blocks
    if (blocks[0]?.hash === known[first]?.hash)
      return [...known.slice(0, first), ...blocks]
  }
}

function lastCommon(one: RawBlock[], other: RawBlock[]): number {
  let number = Math.min(one.length, other.length) - 1
  while (number >= 0 && one[number]?.hash !== other[number]?.hash) number -= 1
  return number
}

async function readLogs(url: string, from: number): Promise<RawLog[]> {
  const filter = { fromBlock: `0x${from.toString(16)}`, toBlock: 'latest' }
  const [logs] = await askNode(url, [{ method: 'eth_getLogs', params: [filter] }])
  // Safe: the result of this method.
  return logs as RawLog[]
}
