import type { ChainSync } from './chain-sync.ts'
import { fetchLogs, logLimits } from './fetch-logs.ts'
import type { FetchedRange, FetchResult, ParentBlock } from './fetch-result.ts'
import type { IndexedLog } from './projection.ts'
import type { IndexedBlock, StoredBlock } from './queries.ts'
import {
  type BlockHeader,
  type CachedLogs,
  InvalidRpcResponseError,
  type RpcEndpoint,
  type RpcLog,
  RpcUnavailableError,
} from './rpc/endpoint.ts'

// Near the head each block is verified, so that few are requested at once.
const MAX_UNFINALIZED_BLOCKS = 100

const MISSING_BLOCK = 'Block below the head is missing.'

/**
 * Fetches the blocks after `parent`, all from one endpoint. A range never contains both finalized
 * and unfinalized blocks.
 */
export async function fetchRange(
  sync: ChainSync,
  parent: ParentBlock | undefined,
  endpoint: RpcEndpoint,
): Promise<FetchResult> {
  const { chain } = sync.config
  const head = await fetchHead(endpoint)
  if (head.hash === parent?.hash) return { kind: 'upToDate', head, endpoint }
  if (parent && head.number < parent.number) return { kind: 'headBehind', head, endpoint }
  if (parent && head.number === parent.number) return { kind: 'reorg', endpoint }

  const first = parent ? parent.number + 1 : (chain.contracts?.startBlock ?? 0)
  if (first > head.number) return { kind: 'upToDate', head, endpoint }
  const deepest = head.number - chain.confirmations
  const isDeep = first <= deepest
  const { size } = logLimits(sync, endpoint).blocks
  const maxBlocks = isDeep ? size : Math.min(size, MAX_UNFINALIZED_BLOCKS)
  const number = Math.min(first + maxBlocks - 1, isDeep ? deepest : head.number)
  const read = isDeep ? fetchFinalized : fetchUnfinalized
  const range = await read(sync, endpoint, parent, { first, number, head })
  if (range === 'reorg') return { kind: 'reorg', endpoint }
  return { kind: 'range', range, endpoint }
}

/** Multiple of the confirmations below the head from which blocks count as history. */
const HISTORY_FACTOR = 20

/**
 * Returns whether one fetch of the blocks up to `last` is enough: on a demo chain, and for history
 * on a single endpoint, which would only repeat its response.
 */
export function needsNoCrossCheck(
  { config: { chain }, deps: { rpcPool } }: ChainSync,
  last: number,
  head: BlockHeader,
): boolean {
  const isOld = last < head.number - HISTORY_FACTOR * chain.confirmations
  return chain.isDemo || (isOld && rpcPool.names.length === 1)
}

type RequestedRange = { first: number; number: number; head: BlockHeader }

/** Fetches blocks that are not expected to change: their logs, and the first and last header. */
async function fetchFinalized(
  sync: ChainSync,
  endpoint: RpcEndpoint,
  parent: ParentBlock | undefined,
  { first, number, head }: RequestedRange,
): Promise<FetchedRange | 'reorg'> {
  const last = number === head.number ? head : await endpoint.readHeader(number)
  if (!last) throw new RpcUnavailableError(MISSING_BLOCK)
  const responseCache = needsNoCrossCheck(sync, number, head) ? undefined : new Map()
  const logs = await fetchLogs(sync, endpoint, first, number, responseCache)
  const times = await fetchTimestamps(endpoint, logs)

  // Equal ends after the fetch mean that the blocks between them did not change.
  const numbers = parent ? [number, parent.number] : [number]
  const [end, start] = await endpoint.readHeaders(numbers)
  if (parent && start?.hash !== parent.hash) return 'reorg'
  if (end?.hash !== last.hash) return 'reorg'
  const headers = new Map(times.map((header) => [header.number, header]))
  headers.set(number, last)
  return buildRange({
    first,
    logs,
    headers,
    last,
    head,
    isDeep: true,
    responseCache,
    rpc: endpoint.name,
  })
}

/** Fetches blocks that may still change: each header must follow from the one before. */
async function fetchUnfinalized(
  sync: ChainSync,
  endpoint: RpcEndpoint,
  parent: ParentBlock | undefined,
  { first, number, head }: RequestedRange,
): Promise<FetchedRange | 'reorg'> {
  const numbers = Array.from({ length: number - first + 1 }, (_, at) => first + at)
  const found = await endpoint.readHeaders(numbers)
  const headers = new Map<number, BlockHeader>()
  let before = parent?.hash
  for (const header of found) {
    if (!header) throw new RpcUnavailableError(MISSING_BLOCK)
    if (before !== undefined && header.parentHash !== before) return 'reorg'
    headers.set(header.number, header)
    before = header.hash
  }
  const last = headers.get(number)
  if (!last) throw new RpcUnavailableError(MISSING_BLOCK)
  if (number === head.number && last.hash !== head.hash) return 'reorg'
  const logs = await fetchLogs(sync, endpoint, first, number)
  // A reorg during the fetch may return logs of other blocks.
  if (
    logs.some(
      ({ blockNumber, blockHash }) => headers.get(blockNumber)?.hash !== blockHash,
    )
  )
    return 'reorg'
  return buildRange({
    first,
    logs,
    headers,
    last,
    head,
    isDeep: false,
    responseCache: undefined,
    rpc: endpoint.name,
  })
}

export async function fetchHead(endpoint: RpcEndpoint): Promise<BlockHeader> {
  const head = await endpoint.readHeader('latest')
  if (!head) throw new InvalidRpcResponseError('Latest block is null.')
  return head
}

/**
 * Fetches the logs of known blocks again, from `first` to `last`; undefined where the endpoint has
 * another last block.
 */
export async function refetch(
  sync: ChainSync,
  endpoint: RpcEndpoint,
  {
    first,
    last,
    responseCache,
  }: { first: number; last: StoredBlock; responseCache?: CachedLogs | undefined },
): Promise<IndexedLog[] | undefined> {
  const header = await endpoint.readHeader(last.number)
  if (!header) throw new RpcUnavailableError(MISSING_BLOCK)
  const isSame = header.hash === last.hash && +header.time === +last.time
  if (!isSame) return undefined
  const logs = await fetchLogs(sync, endpoint, first, last.number, responseCache)
  const times = await fetchTimestamps(endpoint, logs)
  const headers = new Map(times.map((one) => [one.number, one]))
  return addTimestamps(logs, headers.set(header.number, header))
}

/** Fetches the headers of blocks whose logs have no timestamp. */
async function fetchTimestamps(
  endpoint: RpcEndpoint,
  logs: RpcLog[],
): Promise<BlockHeader[]> {
  const untimed = new Map<number, string>()
  for (const { blockTime, blockNumber, blockHash } of logs) {
    if (!blockTime) untimed.set(blockNumber, blockHash)
  }
  const headers: BlockHeader[] = []
  const numbers = [...untimed.keys()]
  for (let at = 0; at < numbers.length; at += MAX_HEADERS_PER_REQUEST) {
    const page = numbers.slice(at, at + MAX_HEADERS_PER_REQUEST)
    for (const header of await endpoint.readHeaders(page)) {
      if (!header || untimed.get(header.number) !== header.hash)
        throw new InvalidRpcResponseError('Block hash of a log differs from the header.')
      headers.push(header)
    }
  }
  return headers
}

const MAX_HEADERS_PER_REQUEST = 500

function buildRange({
  first,
  logs: found,
  headers,
  last,
  head,
  isDeep,
  responseCache,
  rpc,
}: Omit<FetchedRange, 'logs' | 'blocks' | 'isConfirmed'> & {
  logs: RpcLog[]
  headers: Map<number, BlockHeader>
  rpc: string
}): FetchedRange {
  const logs = addTimestamps(found, headers)
  const emptyBlock = ({ number, hash, time }: StoredBlock): IndexedBlock => {
    return { number, hash, time, logs: 0, logs_hash: null, rpc }
  }
  const blocks = new Map<number, IndexedBlock>()
  if (!isDeep)
    for (const header of headers.values()) blocks.set(header.number, emptyBlock(header))
  for (const { blockNumber: number, blockHash: hash, blockTime: time } of logs) {
    const block = blocks.get(number) ?? emptyBlock({ number, hash, time })
    block.logs += 1
    blocks.set(number, block)
  }
  if (!blocks.has(last.number)) blocks.set(last.number, emptyBlock(last))
  const kept = {
    first,
    logs,
    blocks: [...blocks.values()],
    last,
    head,
    isDeep,
    responseCache,
  }
  return { ...kept, isConfirmed: false }
}

/** Adds the block time to each log; a header has priority over a log. */
function addTimestamps(logs: RpcLog[], headers: Map<number, BlockHeader>): IndexedLog[] {
  return logs.map((log) => {
    const blockTime = headers.get(log.blockNumber)?.time ?? log.blockTime
    if (!blockTime) throw new InvalidRpcResponseError('Block has no timestamp.')
    // Copies only where needed: shared logs make the cross-check faster.
    return hasTimestamp(log, blockTime) ? log : { ...log, blockTime }
  })
}

function hasTimestamp(log: RpcLog, time: Date): log is IndexedLog {
  return log.blockTime === time || (log.blockTime !== null && +log.blockTime === +time)
}
