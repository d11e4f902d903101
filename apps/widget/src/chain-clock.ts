import type { Rpc } from '@platemark/mint/rpc'

/** How far a block may stand from the clock before it has to be confirmed, in ms. */
const MAX_DRIFT_MS = 300_000

/** The newest block as it was read. */
export type BlockReading = {
  /** Unix milliseconds. */
  madeAt: number
  /** What to add to `performance.now()` for the time of the network, in ms. */
  offset: number
}

export type ChainClock = {
  offset: number
  /** A reading far from the clock, until another block says the same. */
  doubted: BlockReading | null
}

/**
 * The clock after one more reading. A block is never read before it is made, so the reading
 * furthest ahead is the best; one that is minutes away counts once another block confirms it.
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
  // On a network that stands still every reading is of the same old block.
  const isConfirmed = doubted.madeAt !== read.madeAt
  return isConfirmed ? { offset, doubted: null } : clock
}

/**
 * The clock after the network was asked, or as it was when that does not answer. Embedded chains
 * make no block while nothing happens: theirs is that of the block which comes next.
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
  // Safe: nodes answer this method with a block, or null.
  const { timestamp } = block as { timestamp: string }
  const madeAt = Number(timestamp) * 1000
  if (Number.isNaN(madeAt)) throw new TypeError('The node answered no time.')
  return { madeAt, offset: madeAt - performance.now() }
}
