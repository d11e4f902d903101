/** How far a block may stand from the clock before it has to be confirmed, in ms. */
const ODD_MS = 300_000

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
export function clockAfter(
  clock: ChainClock | undefined,
  read: BlockReading,
): ChainClock {
  const { offset } = read
  if (!clock) return { offset, doubted: null }
  if (Math.abs(offset - clock.offset) < ODD_MS) {
    return { offset: Math.max(clock.offset, offset), doubted: null }
  }
  const { doubted } = clock
  if (!doubted || Math.abs(offset - doubted.offset) > ODD_MS) {
    return { ...clock, doubted: read }
  }
  // On a network that stands still every reading is of the same old block.
  const isConfirmed = doubted.madeAt !== read.madeAt
  return isConfirmed ? { offset, doubted: null } : clock
}
