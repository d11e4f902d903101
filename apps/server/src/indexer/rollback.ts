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

/** Why rows are taken away; a log that cannot be applied is no reason. */
export type RollbackReason =
  /** A stored block is not on the chain any more: another hash stands at its number. */
  | 'block hash changed'
  /** The chain was reset, or is read from its start by order of the operator. */
  | 'genesis or factory changed'
  /** Two endpoints return different logs of blocks that no two endpoints agreed on before. */
  | 'provisional blocks differ'

/**
 * Reverts every row above `block` and moves the cursor there; undefined reverts all rows. The one
 * place that takes rows away, by one rule: confirmed rows go only with the hash of their block, or
 * of the genesis; provisional rows also where a second reading differs. A log that cannot be decoded
 * or applied takes nothing away: it sets its collection aside, and the network goes on
 * (`requireAgreement`). Throws when a provisional difference would reach confirmed rows.
 */
export async function rollbackTo(
  sync: ChainSync,
  block: StoredBlock | undefined,
  reason: RollbackReason,
): Promise<void> {
  const { chain } = sync.config
  const { projection, clock, database, onApplied } = sync.deps
  const { state } = sync
  const { cursor } = state
  if (!cursor) return
  const number = block?.number ?? -1
  if (reason === 'provisional blocks differ' && number < cursor.confirmedNumber) {
    throw new Error(
      `rollback would take confirmed rows: got block ${number}, expected at least ${cursor.confirmedNumber}`,
    )
  }
  const after: Cursor | undefined = block && {
    ...cursor,
    number: block.number,
    hash: block.hash,
    time: block.time,
    confirmedNumber: Math.min(cursor.confirmedNumber, block.number),
  }
  await transact(sync, async (transaction) => {
    await projection.revert(transaction, chain, number, clock())
    await deleteBlocksAbove(transaction, chain.id, number)
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
