import type { Address } from 'viem'
import type { FollowedLog } from '../platform/projection.ts'
import {
  type Header,
  RangeRefused,
  readHeader,
  readHeaders,
  readLogs,
} from './chain-reader.ts'
import type { Following, RangeSize } from './following.ts'
import { abortable } from './pace.ts'

export const startRange: RangeSize = { size: 1000, ceiling: 20_000 }

/** All logs up to and with block `last`, proved to be of the chain the cursor stands on. */
export type Range = { logs: FollowedLog[]; last: Header }

const MANY_LOGS = 5000

/**
 * Reads from block `first` towards `head`. `replaced`: the chain changed below or meanwhile;
 * `refused`: the node wants a shorter range, which the next call asks for.
 */
export async function readRange(
  following: Following,
  first: number,
  head: Header,
): Promise<Range | 'replaced' | 'refused'> {
  const { chain, signal, range, cursor } = following
  const number = Math.min(head.number, first + range.size - 1)
  const last =
    number === head.number ? head : await abortable(readHeader(chain, number), signal)
  if (!last) return 'replaced'

  const logs = await readAllLogs(following, first, last.number)
  if (logs === 'refused') return 'refused'

  // The same end before and after means the same blocks in between; the cursor's hash joins
  // them to what was read earlier.
  const numbers = cursor ? [last.number, cursor.number] : [last.number]
  const [end, start] = await abortable(readHeaders(chain, numbers), signal)
  if (cursor && start?.hash !== cursor.hash) return 'replaced'
  if (end?.hash !== last.hash) return 'refused'

  following.range = resize(range, logs.length)
  return { logs, last }
}

/** Logs of all known addresses and of those that the factory names in this very range. */
async function readAllLogs(
  following: Following,
  first: number,
  last: number,
): Promise<FollowedLog[] | 'refused'> {
  const { chain, factory, addresses, projection, signal } = following
  const read = (from: Address[]) => abortable(readLogs(chain, from, first, last), signal)
  try {
    const logs = await read([factory, ...addresses])
    const children = projection
      .childrenIn(chain, logs)
      .filter((child) => !addresses.has(child))
    if (children.length === 0) return logs

    const more = await read(children)
    for (const child of children) addresses.add(child)
    return [...logs, ...more].sort(
      (a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex,
    )
  } catch (error) {
    const canShrink = last > first
    following.range = shrink(following.range, last - first + 1)
    if (error instanceof RangeRefused && canShrink) return 'refused'
    throw error
  }
}

function resize({ size, ceiling }: RangeSize, logs: number): RangeSize {
  if (logs > MANY_LOGS) return { size: Math.max(1, size >> 1), ceiling }
  return { size: Math.min(ceiling, logs * 2 > MANY_LOGS ? size : size * 2), ceiling }
}

function shrink({ ceiling }: RangeSize, asked: number): RangeSize {
  const size = Math.max(1, asked >> 1)
  return { size, ceiling: Math.max(1, Math.min(ceiling, size)) }
}
