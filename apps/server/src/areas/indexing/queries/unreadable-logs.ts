import type { Address } from 'viem'
import type { Database } from '../../../database/database.ts'
import type { UnreadableLog } from '../../../indexer/projection.ts'

/** Lists which of these addresses are set aside, or were skipped at their creation. */
export async function listSetAside(
  database: Database,
  chainId: number,
  addresses: Address[],
): Promise<Set<Address>> {
  if (addresses.length === 0) return new Set()
  const found = await database
    .selectFrom('unreadable_logs')
    .select('collection')
    .where('chain_id', '=', chainId)
    .where('collection', 'in', addresses)
    .execute()
  // Safe: they are some of these addresses.
  return new Set(found.map(({ collection }) => collection as Address))
}

/** Stores unreadable logs and sets their collections aside. */
export async function setAside(
  transaction: Database,
  chainId: number,
  logs: UnreadableLog[],
): Promise<void> {
  for (const { address, blockNumber, logIndex, ...log } of logs) {
    await transaction
      .insertInto('unreadable_logs')
      .values({
        chain_id: chainId,
        block_number: blockNumber,
        log_index: logIndex,
        collection: address,
        tx_hash: log.transactionHash,
        reason: log.reason,
        time: log.blockTime,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await transaction
      .updateTable('collections')
      .set({ unreadable_block: blockNumber })
      .where('chain_id', '=', chainId)
      .where('address', '=', address)
      .execute()
  }
}

/** Deletes the unreadable logs above a block and brings their collections back. */
export async function deleteUnreadableAbove(
  transaction: Database,
  chainId: number,
  blockNumber: number,
): Promise<void> {
  const deleted = await transaction
    .deleteFrom('unreadable_logs')
    .where('chain_id', '=', chainId)
    .where('block_number', '>', blockNumber)
    .returning('collection')
    .execute()
  const addresses = deleted.flatMap(({ collection }) => collection ?? [])
  if (addresses.length === 0) return
  await transaction
    .updateTable('collections')
    .set({ unreadable_block: null })
    .where('chain_id', '=', chainId)
    .where('address', 'in', addresses)
    .execute()
}
