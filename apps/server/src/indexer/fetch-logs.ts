import type { Address } from 'viem'
import type { ChainSync, RangeSize } from './chain-sync.ts'
import { type IndexedLog, InvalidLogError } from './projection.ts'
import {
  type CachedLogs,
  InvalidRpcResponseError,
  RangeTooLargeError,
  type RpcEndpoint,
  type RpcLog,
  RpcUnavailableError,
} from './rpc/endpoint.ts'

// As many logs as a range has where they lie evenly, and more than it may have often. Whoever
// waits for the embedded database waits for the reading of an answer too.
const GOAL_LOGS = { server: 6000, embedded: 2500 }
const MAX_LOGS_PER_RESPONSE = 8000
const MAX_BLOCKS = 20_000
const startRange: RangeSize = { size: 1000, ceiling: MAX_BLOCKS }

/** Logs of all known addresses and of those that the factory names in this very range. */
export async function fetchLogs(
  sync: ChainSync,
  endpoint: RpcEndpoint,
  first: number,
  last: number,
  responseCache?: CachedLogs,
): Promise<RpcLog[]> {
  const { chain, factory } = sync.config
  const { projection } = sync.deps
  const { addresses } = sync.state
  const read = (of: Address[]) =>
    fetchLogPieces(sync, endpoint, of, first, last, responseCache)
  const logs = await read([factory, ...addresses])
  const named = logs.filter(({ address }) => address === factory).map(withoutTimestamp)
  const children = decodeTrusted(() => projection.findChildren(chain, named)).filter(
    (child) => !addresses.has(child),
  )
  if (children.length === 0) return logs

  const more = await read(children)
  for (const child of children) addresses.add(child)
  return [...logs, ...more].sort(
    (a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex,
  )
}

/** A log that cannot be is the fault of the endpoint that gave it. */
function decodeTrusted<T>(decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    if (error instanceof InvalidLogError)
      throw new InvalidRpcResponseError(error.message, { cause: error })
    throw error
  }
}

/** Asks for a range, or for its halves where the endpoint refuses it. */
async function fetchLogPieces(
  sync: ChainSync,
  endpoint: RpcEndpoint,
  addresses: Address[],
  first: number,
  last: number,
  responseCache?: CachedLogs,
): Promise<RpcLog[]> {
  try {
    const logs = await endpoint.readLogs(addresses, first, last, responseCache)
    const goal = sync.config.isEmbedded ? GOAL_LOGS.embedded : GOAL_LOGS.server
    const asked = last - first + 1
    updateRangeSize(sync, endpoint, (range) => growRange(range, asked, logs.length, goal))
    return logs
  } catch (error) {
    if (!(error instanceof RangeTooLargeError)) throw error
    if (last === first)
      throw new RpcUnavailableError('It refuses the logs of a single block.')
    updateRangeSize(sync, endpoint, (range) => shrinkRange(range, last - first + 1))
    const middle = first + Math.floor((last - first) / 2)
    const lower = await fetchLogPieces(
      sync,
      endpoint,
      addresses,
      first,
      middle,
      responseCache,
    )
    return [
      ...lower,
      ...(await fetchLogPieces(
        sync,
        endpoint,
        addresses,
        middle + 1,
        last,
        responseCache,
      )),
    ]
  }
}

/** How many blocks an endpoint is asked for at once, by what it answered so far. */
export function rangeSize(
  { state: { rangeSizes } }: ChainSync,
  { name }: RpcEndpoint,
): RangeSize {
  return rangeSizes.get(name) ?? startRange
}

function updateRangeSize(
  sync: ChainSync,
  endpoint: RpcEndpoint,
  change: (range: RangeSize) => RangeSize,
) {
  sync.state.rangeSizes.set(endpoint.name, change(rangeSize(sync, endpoint)))
}

function growRange(
  { size, ceiling }: RangeSize,
  asked: number,
  logs: number,
  goal: number,
): RangeSize {
  if (logs > MAX_LOGS_PER_RESPONSE) return { size: Math.max(1, asked >> 1), ceiling }
  const wanted = Math.min(size * 2, Math.floor((size * goal) / Math.max(1, logs)))
  if (asked < size || wanted <= size) return { size, ceiling }
  // A limit that was met once may have been lifted.
  const raised =
    size < ceiling ? ceiling : Math.min(MAX_BLOCKS, ceiling + 1 + (ceiling >> 4))
  return { size: Math.min(raised, wanted), ceiling: raised }
}

function shrinkRange({ size, ceiling }: RangeSize, asked: number): RangeSize {
  const most = Math.max(1, asked >> 1)
  return { size: Math.min(size, most), ceiling: Math.min(ceiling, most) }
}

// Where children come from does not depend on the time.
function withoutTimestamp(log: RpcLog): IndexedLog {
  return { ...log, blockTime: log.blockTime ?? NEVER }
}

const NEVER = new Date(0)
