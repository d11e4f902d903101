import type { FollowedLog } from '../platform/projection.ts'
import {
  BadAnswer,
  type Endpoint,
  type Header,
  type HeardLogs,
  type RpcLog,
  Unreachable,
} from './endpoints/endpoint.ts'
import type { Following } from './following.ts'
import type { ReadBlock, StoredBlock } from './queries.ts'
import { rangeSize, readAllLogs } from './read-logs.ts'
import type { Joint, Range, Reading } from './reading.ts'

// Near the head each block is looked at, so that few are asked for at once.
const MANY_BLOCKS_NEAR = 100

/**
 * Reads what comes after `joint`, all of it from one endpoint. Ranges end where blocks begin that
 * may still be replaced.
 */
export async function readNext(
  following: Following,
  joint: Joint | undefined,
  endpoint: Endpoint,
): Promise<Reading> {
  const { chain } = following
  const head = await readHead(endpoint)
  if (head.hash === joint?.hash) return { kind: 'idle', head, endpoint }
  if (joint && head.number < joint.number) return { kind: 'below', head, endpoint }
  if (joint && head.number === joint.number) return { kind: 'replaced', endpoint }

  const first = joint ? joint.number + 1 : (chain.contracts?.startBlock ?? 0)
  if (first > head.number) return { kind: 'idle', head, endpoint }
  const deepest = head.number - chain.confirmations
  const isDeep = first <= deepest
  const { size } = rangeSize(following, endpoint)
  const most = isDeep ? size : Math.min(size, MANY_BLOCKS_NEAR)
  const number = Math.min(first + most - 1, isDeep ? deepest : head.number)
  const read = isDeep ? readDeep : readNear
  const range = await read(following, endpoint, joint, { first, number, head })
  if (range === 'replaced') return { kind: 'replaced', endpoint }
  return { kind: 'range', range, endpoint }
}

/** So many times the confirmations below the head, blocks are history. */
const OLD = 20

/**
 * Whether one reading of the blocks up to `last` is enough: those of a demo chain, and old ones
 * that no other endpoint could tell, as the same would tell them in the same way again.
 */
export function isToldOnce(
  { chain, endpoints }: Following,
  last: number,
  head: Header,
): boolean {
  const isOld = last < head.number - OLD * chain.confirmations
  return chain.isDemo || (isOld && endpoints.names.length === 1)
}

type Asked = { first: number; number: number; head: Header }

/** Blocks that nobody expects to change: ends and logs are enough. */
async function readDeep(
  following: Following,
  endpoint: Endpoint,
  joint: Joint | undefined,
  { first, number, head }: Asked,
): Promise<Range | 'replaced'> {
  const last = number === head.number ? head : await endpoint.readHeader(number)
  if (!last) throw new Unreachable('It lacks a block below its head.')
  const heard = isToldOnce(following, number, head) ? undefined : new Map()
  const logs = await readAllLogs(following, endpoint, first, number, heard)
  const times = await readTimes(endpoint, logs)

  // The same ends after the reading mean the same blocks in between.
  const numbers = joint ? [number, joint.number] : [number]
  const [end, start] = await endpoint.readHeaders(numbers)
  if (joint && start?.hash !== joint.hash) return 'replaced'
  if (end?.hash !== last.hash) return 'replaced'
  const headers = new Map(times.map((header) => [header.number, header]))
  headers.set(number, last)
  return toRange({
    first,
    logs,
    headers,
    last,
    head,
    isDeep: true,
    heard,
    reader: endpoint.name,
  })
}

/** Blocks that may still change: each is looked at, and must follow from the one before. */
async function readNear(
  following: Following,
  endpoint: Endpoint,
  joint: Joint | undefined,
  { first, number, head }: Asked,
): Promise<Range | 'replaced'> {
  const numbers = Array.from({ length: number - first + 1 }, (_, at) => first + at)
  const found = await endpoint.readHeaders(numbers)
  const headers = new Map<number, Header>()
  let before = joint?.hash
  for (const header of found) {
    if (!header) throw new Unreachable('It lacks a block below its head.')
    if (before !== undefined && header.parentHash !== before) return 'replaced'
    headers.set(header.number, header)
    before = header.hash
  }
  const last = headers.get(number)
  if (!last) throw new Unreachable('It lacks a block below its head.')
  if (number === head.number && last.hash !== head.hash) return 'replaced'
  const logs = await readAllLogs(following, endpoint, first, number)
  // The logs are of these blocks, and not of others that took their place meanwhile.
  if (
    logs.some(
      ({ blockNumber, blockHash }) => headers.get(blockNumber)?.hash !== blockHash,
    )
  )
    return 'replaced'
  return toRange({
    first,
    logs,
    headers,
    last,
    head,
    isDeep: false,
    heard: undefined,
    reader: endpoint.name,
  })
}

export async function readHead(endpoint: Endpoint): Promise<Header> {
  const head = await endpoint.readHeader('latest')
  if (!head) throw new BadAnswer('It has no newest block.')
  return head
}

/**
 * What an endpoint says of blocks that were read before, from `first` to `last`; undefined where
 * it has another block at their end.
 */
export async function readAgain(
  following: Following,
  endpoint: Endpoint,
  {
    first,
    last,
    heard,
  }: { first: number; last: StoredBlock; heard?: HeardLogs | undefined },
): Promise<FollowedLog[] | undefined> {
  const header = await endpoint.readHeader(last.number)
  if (!header) throw new Unreachable('It lacks a block below its head.')
  const isSame = header.hash === last.hash && +header.time === +last.time
  if (!isSame) return undefined
  const logs = await readAllLogs(following, endpoint, first, last.number, heard)
  const times = await readTimes(endpoint, logs)
  const headers = new Map(times.map((one) => [one.number, one]))
  return withTimes(logs, headers.set(header.number, header))
}

/** Headers of the blocks whose time the logs do not tell. */
async function readTimes(endpoint: Endpoint, logs: RpcLog[]): Promise<Header[]> {
  const silent = new Map<number, string>()
  for (const { blockTime, blockNumber, blockHash } of logs) {
    if (!blockTime) silent.set(blockNumber, blockHash)
  }
  const headers: Header[] = []
  const numbers = [...silent.keys()]
  for (let at = 0; at < numbers.length; at += HEADERS_AT_ONCE) {
    const asked = numbers.slice(at, at + HEADERS_AT_ONCE)
    for (const header of await endpoint.readHeaders(asked)) {
      if (!header || silent.get(header.number) !== header.hash)
        throw new BadAnswer('Its logs name another block than its headers.')
      headers.push(header)
    }
  }
  return headers
}

const HEADERS_AT_ONCE = 500

function toRange({
  first,
  logs: found,
  headers,
  last,
  head,
  isDeep,
  heard,
  reader,
}: Omit<Range, 'logs' | 'blocks' | 'isConfirmed'> & {
  logs: RpcLog[]
  headers: Map<number, Header>
  reader: string
}): Range {
  const logs = withTimes(found, headers)
  const emptyBlock = ({ number, hash, time }: StoredBlock): ReadBlock => {
    return { number, hash, time, logs: 0, digest: null, reader }
  }
  const blocks = new Map<number, ReadBlock>()
  if (!isDeep)
    for (const header of headers.values()) blocks.set(header.number, emptyBlock(header))
  for (const { blockNumber: number, blockHash: hash, blockTime: time } of logs) {
    const block = blocks.get(number) ?? emptyBlock({ number, hash, time })
    block.logs += 1
    blocks.set(number, block)
  }
  if (!blocks.has(last.number)) blocks.set(last.number, emptyBlock(last))
  const kept = { first, logs, blocks: [...blocks.values()], last, head, isDeep, heard }
  return { ...kept, isConfirmed: false }
}

/** A header is believed before a log where both tell the time of a block. */
function withTimes(logs: RpcLog[], headers: Map<number, Header>): FollowedLog[] {
  return logs.map((log) => {
    const blockTime = headers.get(log.blockNumber)?.time ?? log.blockTime
    if (!blockTime) throw new BadAnswer('It names no time for a block.')
    // Copies only where needed: readings are compared faster when they share their logs.
    return isAt(log, blockTime) ? log : { ...log, blockTime }
  })
}

function isAt(log: RpcLog, time: Date): log is FollowedLog {
  return log.blockTime === time || (log.blockTime !== null && +log.blockTime === +time)
}
