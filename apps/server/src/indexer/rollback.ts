import type { ChainSync } from './chain-sync.ts'
import {
  type Cursor,
  deleteBlocksAbove,
  deleteCursor,
  listBlocksDescending,
  type StoredBlock,
  saveCursor,
} from './queries.ts'
import { transact } from './transact.ts'

/** Reverts every row above `block` and moves the cursor there; undefined reverts all rows. */
export async function rollbackTo(
  sync: ChainSync,
  block: StoredBlock | undefined,
): Promise<void> {
  const { chain } = sync.config
  const { projection, clock, database, onApplied } = sync.deps
  const { state } = sync
  const { cursor } = state
  if (!cursor) return
  const after: Cursor | undefined = block && {
    ...cursor,
    number: block.number,
    hash: block.hash,
    time: block.time,
    confirmedNumber: Math.min(cursor.confirmedNumber, block.number),
  }
  await transact(sync, async (transaction) => {
    await projection.revert(transaction, chain, block?.number ?? -1, clock())
    await deleteBlocksAbove(transaction, chain.id, block?.number ?? -1)
    if (after) await saveCursor(transaction, chain.id, after, after.number, clock())
    else await deleteCursor(transaction, chain.id)
  })
  state.cursor = after
  state.prefetched = undefined
  state.addresses = new Set(await projection.listAddresses(database, chain.id))
  onApplied?.(chain.id)
}

/** Returns the newest stored block below `number`: the block to fetch again from. */
export async function findStoredBlockBelow(
  { config: { chain }, deps: { database } }: ChainSync,
  number: number,
): Promise<StoredBlock | undefined> {
  const [block] = await listBlocksDescending(database, chain.id, number - 1, 1)
  return block
}
