import type { ChainSync } from './chain-sync.ts'
import { fetchLogs, rangeSize } from './fetch-logs.ts'
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

// Near the head each block is looked at, so that few are asked for at once.
const MAX_UNFINALIZED_BLOCKS = 100

/**
 * Reads what comes after `parent`, all of it from one endpoint. Ranges end where blocks begin that
 * may still be replaced.
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
  const { size } = rangeSize(sync, endpoint)
  const most = isDeep ? size : Math.min(size, MAX_UNFINALIZED_BLOCKS)
  const number = Math.min(first + most - 1, isDeep ? deepest : head.number)
  const read = isDeep ? fetchFinalized : fetchUnfinalized
  const range = await read(sync, endpoint, parent, { first, number, head })
  if (range === 'reorg') return { kind: 'reorg', endpoint }
  return { kind: 'range', range, endpoint }
}

/** So many times the confirmations below the head, blocks are history. */
const HISTORY_FACTOR = 20

/**
 * Whether one reading of the blocks up to `last` is enough: those of a demo chain, and old ones
 * that no other endpoint could tell, as the same would tell them in the same way again.
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

/** Blocks that nobody expects to change: ends and logs are enough. */
async function fetchFinalized(
  sync: ChainSync,
  endpoint: RpcEndpoint,
  parent: ParentBlock | undefined,
  { first, number, head }: RequestedRange,
): Promise<FetchedRange | 'reorg'> {
  const last = number === head.number ? head : await endpoint.readHeader(number)
  if (!last) throw new RpcUnavailableError('It lacks a block below its head.')
  const responseCache = needsNoCrossCheck(sync, number, head) ? undefined : new Map()
  const logs = await fetchLogs(sync, endpoint, first, number, responseCache)
  const times = await fetchTimestamps(endpoint, logs)

  // The same ends after the reading mean the same blocks in between.
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
    reader: endpoint.name,
  })
}

/** Blocks that may still change: each is looked at, and must follow from the one before. */
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
    if (!header) throw new RpcUnavailableError('It lacks a block below its head.')
    if (before !== undefined && header.parentHash !== before) return 'reorg'
    headers.set(header.number, header)
    before = header.hash
  }
  const last = headers.get(number)
  if (!last) throw new RpcUnavailableError('It lacks a block below its head.')
  if (number === head.number && last.hash !== head.hash) return 'reorg'
  const logs = await fetchLogs(sync, endpoint, first, number)
  // The logs are of these blocks, and not of others that took their place meanwhile.
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
    reader: endpoint.name,
  })
}

export async function fetchHead(endpoint: RpcEndpoint): Promise<BlockHeader> {
  const head = await endpoint.readHeader('latest')
  if (!head) throw new InvalidRpcResponseError('It has no newest block.')
  return head
}

/**
 * What an endpoint says of blocks that were read before, from `first` to `last`; undefined where
 * it has another block at their end.
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
  if (!header) throw new RpcUnavailableError('It lacks a block below its head.')
  const isSame = header.hash === last.hash && +header.time === +last.time
  if (!isSame) return undefined
  const logs = await fetchLogs(sync, endpoint, first, last.number, responseCache)
  const times = await fetchTimestamps(endpoint, logs)
  const headers = new Map(times.map((one) => [one.number, one]))
  return addTimestamps(logs, headers.set(header.number, header))
}

/** Headers of the blocks whose time the logs do not tell. */
async function fetchTimestamps(
  endpoint: RpcEndpoint,
  logs: RpcLog[],
): Promise<BlockHeader[]> {
  const silent = new Map<number, string>()
  for (const { blockTime, blockNumber, blockHash } of logs) {
    if (!blockTime) silent.set(blockNumber, blockHash)
  }
  const headers: BlockHeader[] = []
  const numbers = [...silent.keys()]
  for (let at = 0; at < numbers.length; at += MAX_HEADERS_PER_REQUEST) {
    const asked = numbers.slice(at, at + MAX_HEADERS_PER_REQUEST)
    for (const header of await endpoint.readHeaders(asked)) {
      if (!header || silent.get(header.number) !== header.hash)
        throw new InvalidRpcResponseError('Its logs name another block than its headers.')
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
  reader,
}: Omit<FetchedRange, 'logs' | 'blocks' | 'isConfirmed'> & {
  logs: RpcLog[]
  headers: Map<number, BlockHeader>
  reader: string
}): FetchedRange {
  const logs = addTimestamps(found, headers)
  const emptyBlock = ({ number, hash, time }: StoredBlock): IndexedBlock => {
    return { number, hash, time, logs: 0, digest: null, reader }
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

/** A header is believed before a log where both tell the time of a block. */
function addTimestamps(logs: RpcLog[], headers: Map<number, BlockHeader>): IndexedLog[] {
  return logs.map((log) => {
    const blockTime = headers.get(log.blockNumber)?.time ?? log.blockTime
    if (!blockTime) throw new InvalidRpcResponseError('It names no time for a block.')
    // Copies only where needed: readings are compared faster when they share their logs.
    return hasTimestamp(log, blockTime) ? log : { ...log, blockTime }
  })
}

function hasTimestamp(log: RpcLog, time: Date): log is IndexedLog {
  return log.blockTime === time || (log.blockTime !== null && +log.blockTime === +time)
}
