import { hashBlocks } from './block-hashes.ts'
import type { ChainSync } from './chain-sync.ts'
import { confirmWindow } from './confirm.ts'
import { InconsistentRpcError } from './errors.ts'
import type { FetchedRange, FetchResult } from './fetch-result.ts'
import { fetchVerified } from './next-range.ts'
import { InvalidLogError } from './projection.ts'
import { findStoredBlockBelow, rollbackTo } from './rollback.ts'
import { decodeAhead, writeRange } from './write-batches.ts'

// Conflicts in a row after which confirmed blocks are rolled back, and how far.
const MAX_CONFLICTS = 4
const DEEP_ROLLBACK_BLOCKS = 1000

/** Writes a range, and prefetches the next one meanwhile. */
export async function applyRange(
  sync: ChainSync,
  { range, endpoint }: FetchResult & { kind: 'range' },
): Promise<void> {
  const { last, head } = range
  if (range.isConfirmed && !sync.config.chain.isDemo) {
    // The confirmed block must not skip blocks that were fetched only once.
    await confirmWindow(sync, head, endpoint)
    const { cursor } = sync.state
    range.isConfirmed = !cursor || cursor.confirmedNumber === cursor.number
  }
  const prefetch = () => {
    if (sync.state.prefetched || last.number >= head.number) return
    sync.state.prefetched = fetchVerified(sync, last).then((result) =>
      decodeAhead(sync, result),
    )
    // The next round awaits it and handles its failure, unless the sync ends before.
    sync.state.prefetched.catch(() => {})
  }
  try {
    const checked = range.isConfirmed ? range : withBlockHashes(range)
    await writeRange(sync, checked, prefetch)
  } catch (error) {
    if (!(error instanceof InvalidLogError)) throw error
    await rollbackConflict(sync, range.isConfirmed)
    throw new InconsistentRpcError(endpoint, error.message)
  }
  sync.state.conflictCount = 0
}

/**
 * Handles a range that cannot follow from the stored state: rolls back all provisional blocks, and
 * after `MAX_CONFLICTS` also confirmed ones, further with every conflict.
 */
async function rollbackConflict(sync: ChainSync, isCrossChecked: boolean): Promise<void> {
  const { chain } = sync.config
  const { log, rpcPool } = sync.deps
  const { cursor } = sync.state
  if (isCrossChecked || rpcPool.names.length === 1) sync.state.conflictCount += 1
  if (!cursor) return
  let below = cursor.confirmedNumber + 1
  if (sync.state.conflictCount >= MAX_CONFLICTS) {
    const more = sync.state.conflictCount - MAX_CONFLICTS
    below = Math.max(
      0,
      cursor.confirmedNumber - DEEP_ROLLBACK_BLOCKS * 2 ** Math.min(more, 30),
    )
    const fields = { chain: chain.alias, block: below }
    log.error(fields, 'confirmed blocks conflict with the chain, rolling back')
  }
  if (below > cursor.number) return
  await rollbackTo(sync, await findStoredBlockBelow(sync, below))
}

/** Adds the hashes that a later cross-check compares. */
function withBlockHashes(range: FetchedRange): FetchedRange {
  const hashes = hashBlocks(range.logs)
  const blocks = range.blocks.map((block) => ({
    ...block,
    logs_hash: hashes.get(block.number) ?? null,
  }))
  return { ...range, blocks }
}
