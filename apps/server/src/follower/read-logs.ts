import type { Address } from 'viem'
import { BadLog, type FollowedLog } from '../platform/projection.ts'
import {
  BadAnswer,
  type Endpoint,
  type HeardLogs,
  RangeRefused,
  type RpcLog,
  Unreachable,
} from './endpoints/endpoint.ts'
import type { Following, RangeSize } from './following.ts'

// As many logs as a range has where they lie evenly, and more than it may have often. Whoever
// waits for the embedded database waits for the reading of an answer too.
const GOAL_LOGS = { server: 6000, embedded: 2500 }
const MANY_LOGS = 8000
const MOST_BLOCKS = 20_000
const startRange: RangeSize = { size: 1000, ceiling: MOST_BLOCKS }

/** Logs of all known addresses and of those that the factory names in this very range. */
export async function readAllLogs(
  following: Following,
  endpoint: Endpoint,
  first: number,
  last: number,
  heard?: HeardLogs,
): Promise<RpcLog[]> {
  const { chain, factory, addresses, projection } = following
  const read = (of: Address[]) => readPieces(following, endpoint, of, first, last, heard)
  const logs = await read([factory, ...addresses])
  const named = logs.filter(({ address }) => address === factory).map(timeless)
  const children = believable(() => projection.childrenIn(chain, named)).filter(
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
function believable<T>(decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    if (error instanceof BadLog) throw new BadAnswer(error.message, { cause: error })
    throw error
  }
}

/** Asks for a range, or for its halves where the endpoint refuses it. */
async function readPieces(
  following: Following,
  endpoint: Endpoint,
  addresses: Address[],
  first: number,
  last: number,
  heard?: HeardLogs,
): Promise<RpcLog[]> {
  try {
    const logs = await endpoint.readLogs(addresses, first, last, heard)
    const goal = following.isEmbedded === false ? GOAL_LOGS.server : GOAL_LOGS.embedded
    const asked = last - first + 1
    noteSize(following, endpoint, (range) => grown(range, asked, logs.length, goal))
    return logs
  } catch (error) {
    if (!(error instanceof RangeRefused)) throw error
    if (last === first) throw new Unreachable('It refuses the logs of a single block.')
    noteSize(following, endpoint, (range) => shrunk(range, last - first + 1))
    const middle = first + Math.floor((last - first) / 2)
    const lower = await readPieces(following, endpoint, addresses, first, middle, heard)
    return [
      ...lower,
      ...(await readPieces(following, endpoint, addresses, middle + 1, last, heard)),
    ]
  }
}

/** How many blocks an endpoint is asked for at once, by what it answered so far. */
export function rangeSize({ ranges }: Following, { name }: Endpoint): RangeSize {
  return ranges.get(name) ?? startRange
}

function noteSize(
  following: Following,
  endpoint: Endpoint,
  change: (range: RangeSize) => RangeSize,
) {
  following.ranges.set(endpoint.name, change(rangeSize(following, endpoint)))
}

function grown(
  { size, ceiling }: RangeSize,
  asked: number,
  logs: number,
  goal: number,
): RangeSize {
  if (logs > MANY_LOGS) return { size: Math.max(1, asked >> 1), ceiling }
  const wanted = Math.min(size * 2, Math.floor((size * goal) / Math.max(1, logs)))
  if (asked < size || wanted <= size) return { size, ceiling }
  // A limit that was met once may have been lifted.
  const raised =
    size < ceiling ? ceiling : Math.min(MOST_BLOCKS, ceiling + 1 + (ceiling >> 4))
  return { size: Math.min(raised, wanted), ceiling: raised }
}

function shrunk({ size, ceiling }: RangeSize, asked: number): RangeSize {
  const most = Math.max(1, asked >> 1)
  return { size: Math.min(size, most), ceiling: Math.min(ceiling, most) }
}

// Where children come from does not depend on the time.
function timeless(log: RpcLog): FollowedLog {
  return { ...log, blockTime: log.blockTime ?? NEVER }
}

const NEVER = new Date(0)
