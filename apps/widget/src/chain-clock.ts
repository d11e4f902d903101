import type { Rpc } from '@platemark/mint/rpc'

/** Maximum drift of a block from the clock before it needs confirmation, in ms. */
const MAX_DRIFT_MS = 300_000

/** One read of the newest block. */
export type BlockReading = {
  /** Unix milliseconds. */
  madeAt: number
  /** Offset from `performance.now()` to chain time, in ms. */
  offset: number
}

export type ChainClock = {
  offset: number
  /** A block beyond the maximum drift, until another block confirms it. */
  doubted: BlockReading | null
}

/**
 * Returns the clock after one more read. A block cannot be read before it is made, so the
 * highest offset counts; one beyond the maximum drift counts once another block confirms
 * it.
 */
export function updateClock(
  clock: ChainClock | undefined,
  read: BlockReading,
): ChainClock {
  const { offset } = read
  if (!clock) return { offset, doubted: null }
  if (Math.abs(offset - clock.offset) < MAX_DRIFT_MS) {
    return { offset: Math.max(clock.offset, offset), doubted: null }
  }
  const { doubted } = clock
  if (!doubted || Math.abs(offset - doubted.offset) > MAX_DRIFT_MS) {
    return { ...clock, doubted: read }
  }
  // On a stalled network every read returns the same old block.
  const isConfirmed = doubted.madeAt !== read.madeAt
  return isConfirmed ? { offset, doubted: null } : clock
}

/**
 * Reads a block and returns the updated clock, or the same clock on failure. Embedded
 * chains make no blocks while idle, so their pending block counts.
 */
export async function readClock(
  clock: ChainClock | undefined,
  rpc: Rpc,
  { isDemo }: { isDemo: boolean },
): Promise<ChainClock | undefined> {
  try {
    const read = await readBlock(rpc, isDemo ? 'pending' : 'latest')
    return isDemo ? { offset: read.offset, doubted: null } : updateClock(clock, read)
  } catch {
    return clock
  }
}

async function readBlock(rpc: Rpc, tag: 'latest' | 'pending'): Promise<BlockReading> {
  const block = await rpc('eth_getBlockByNumber', [tag, false])
  // Safe: nodes return a block for this method, or null.
  const { timestamp } = block as { timestamp: string }
  const madeAt = Number(timestamp) * 1000
  if (Number.isNaN(madeAt)) throw new TypeError('block has no valid timestamp')
  return { madeAt, offset: madeAt - performance.now() }
}
