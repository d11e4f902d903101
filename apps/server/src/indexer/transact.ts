import type { Database } from '../database/database.ts'
import type { ChainSync } from './chain-sync.ts'
import { InvalidLogError } from './projection.ts'
import { lockCursor } from './queries.ts'

/**
 * Runs `change` in one transaction that holds the lock of the chain. Throws `CursorMovedError` when
 * another process has moved the cursor or holds the lease: the change would be applied twice.
 */
export async function transact(
  { config: { chain, holder }, deps: { database }, state: { cursor } }: ChainSync,
  change: (transaction: Database) => Promise<void>,
): Promise<void> {
  try {
    await database.transaction().execute(async (transaction) => {
      const stored = await lockCursor(transaction, chain.id)
      if (stored.holder !== holder)
        throw new CursorMovedError(
          `Lease of chain ${chain.id} is held by another process.`,
        )
      const isSame =
        stored.cursor?.number === cursor?.number &&
        stored.cursor?.hash === cursor?.hash &&
        // The operator replaces it to have the chain read again.
        stored.cursor?.factory === cursor?.factory
      if (!isSame)
        throw new CursorMovedError(
          `Cursor of chain ${chain.id} was moved by another process.`,
        )
      await change(transaction)
    })
  } catch (cause) {
    if (cause instanceof CursorMovedError || cause instanceof InvalidLogError) throw cause
    throw new WriteFailedError(cause instanceof Error ? cause.message : 'unknown', {
      cause,
    })
  }
}

/** Another process has written the chain: no failure, the next round loads its cursor. */
export class CursorMovedError extends Error {
  override readonly name = 'CursorMovedError'
}

/** A failed write, as opposed to a failed RPC request. */
export class WriteFailedError extends Error {
  override readonly name = 'WriteFailedError'
}
