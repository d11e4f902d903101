import type { ChainSync } from './chain-sync.ts'
import { confirmWindow, withBlockHashes } from './confirm.ts'
import { InconsistentRpcError } from './errors.ts'
import type { FetchResult } from './fetch-result.ts'
import { fetchVerified } from './next-range.ts'
import { InvalidLogError } from './projection.ts'
import { findStoredBlockBelow, rollbackTo } from './rollback.ts'
import { decodeAhead, writeRange } from './write-batches.ts'

// So often what comes next may contradict what is stored before that is doubted, and how far.
const MAX_CONFLICTS = 4
const DEEP_ROLLBACK_BLOCKS = 1000

/** Writes a range, and reads the next one meanwhile. */
export async function applyRange(
  sync: ChainSync,
  { range, endpoint }: FetchResult & { kind: 'range' },
): Promise<void> {
  const { last, head } = range
  if (range.isConfirmed && !sync.config.chain.isDemo) {
    // The mark must not leap over blocks that were read only once.
    await confirmWindow(sync, head, endpoint)
    const { cursor } = sync.state
    range.isConfirmed = !cursor || cursor.confirmedNumber === cursor.number
  }
  const readAhead = () => {
    if (sync.state.prefetched || last.number >= head.number) return
    sync.state.prefetched = fetchVerified(sync, last).then((result) =>
      decodeAhead(sync, result),
    )
    // Who awaits it hears of its failure; if nobody does, nobody needs to.
    sync.state.prefetched.catch(() => {})
  }
  try {
    const checked = range.isConfirmed ? range : withBlockHashes(range)
    await writeRange(sync, checked, readAhead)
  } catch (error) {
    if (!(error instanceof InvalidLogError)) throw error
    await rollbackConflict(sync, range.isConfirmed)
    throw new InconsistentRpcError(endpoint, error.message)
  }
  sync.state.conflictCount = 0
}

/**
 * A range that cannot follow from what is stored is wrong itself, or a provisional one before it
 * is: all of those are read again. Where it stays so, not even what is confirmed is right.
 */
async function rollbackConflict(sync: ChainSync, isWitnessed: boolean): Promise<void> {
  const { chain } = sync.config
  const { log, rpcPool } = sync.deps
  const { cursor } = sync.state
  if (isWitnessed || rpcPool.names.length === 1) sync.state.conflictCount += 1
  if (!cursor) return
  let below = cursor.confirmedNumber + 1
  if (sync.state.conflictCount >= MAX_CONFLICTS) {
    const more = sync.state.conflictCount - MAX_CONFLICTS
    below = Math.max(
      0,
      cursor.confirmedNumber - DEEP_ROLLBACK_BLOCKS * 2 ** Math.min(more, 30),
    )
    const facts = { chain: chain.alias, block: below }
    log.error(facts, 'what was confirmed contradicts the chain and is read again')
  }
  if (below > cursor.number) return
  await rollbackTo(sync, await findStoredBlockBelow(sync, below))
}
