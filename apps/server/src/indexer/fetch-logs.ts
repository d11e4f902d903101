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

// Target of logs per range. Smaller with the embedded database: parsing a response blocks its
// readers, too.
const GOAL_LOGS = { server: 6000, embedded: 2500 }
const MAX_LOGS_PER_RESPONSE = 8000
const MAX_BLOCKS = 20_000
const startRange: RangeSize = { size: 1000, ceiling: MAX_BLOCKS }

/** Fetches the logs of all known addresses and of those that the factory creates in this range. */
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
  const fetch = (of: Address[]) =>
    fetchInHalves(sync, endpoint, of, first, last, responseCache)
  const logs = await fetch([factory, ...addresses])
  const creations = logs
    .filter(({ address }) => address === factory)
    .map(withoutTimestamp)
  const children = rethrowAsInvalidResponse(() =>
    projection.findChildren(chain, creations),
  ).filter((child) => !addresses.has(child))
  if (children.length === 0) return logs

  const more = await fetch(children)
  for (const child of children) addresses.add(child)
  return [...logs, ...more].sort(
    (a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex,
  )
}

/** Turns an invalid log into an invalid response of its endpoint. */
function rethrowAsInvalidResponse<T>(decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    if (error instanceof InvalidLogError)
      throw new InvalidRpcResponseError(error.message, { cause: error })
    throw error
  }
}

/** Fetches a range, or its halves where the endpoint refuses it as too large. */
async function fetchInHalves(
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
    const blocks = last - first + 1
    updateRangeSize(sync, endpoint, (range) =>
      growRange(range, blocks, logs.length, goal),
    )
    return logs
  } catch (error) {
    if (!(error instanceof RangeTooLargeError)) throw error
    if (last === first)
      throw new RpcUnavailableError('Logs of a single block were refused.')
    updateRangeSize(sync, endpoint, (range) => shrinkRange(range, last - first + 1))
    const middle = first + Math.floor((last - first) / 2)
    const lower = await fetchInHalves(
      sync,
      endpoint,
      addresses,
      first,
      middle,
      responseCache,
    )
    return [
      ...lower,
      ...(await fetchInHalves(
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

/** Returns the blocks per log request of an endpoint. */
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
  blocks: number,
  logs: number,
  goal: number,
): RangeSize {
  if (logs > MAX_LOGS_PER_RESPONSE) return { size: Math.max(1, blocks >> 1), ceiling }
  const wanted = Math.min(size * 2, Math.floor((size * goal) / Math.max(1, logs)))
  if (blocks < size || wanted <= size) return { size, ceiling }
  // The limit of an endpoint may have been raised since.
  const raised =
    size < ceiling ? ceiling : Math.min(MAX_BLOCKS, ceiling + 1 + (ceiling >> 4))
  return { size: Math.min(raised, wanted), ceiling: raised }
}

function shrinkRange({ size, ceiling }: RangeSize, blocks: number): RangeSize {
  const max = Math.max(1, blocks >> 1)
  return { size: Math.min(size, max), ceiling: Math.min(ceiling, max) }
}

// Decoding creations does not depend on the time.
function withoutTimestamp(log: RpcLog): IndexedLog {
  return { ...log, blockTime: log.blockTime ?? NEVER }
}

const NEVER = new Date(0)
