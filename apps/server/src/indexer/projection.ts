import type { Address, Hash, Hex } from 'viem'
import type { Chain } from '../configuration/chains.ts'
import type { Database } from '../database/database.ts'

/** A log with the hash and time of its block; addresses are lower case. */
export type IndexedLog = {
  address: Address
  topics: Hex[]
  data: Hex
  blockNumber: number
  blockHash: Hash
  blockTime: Date
  transactionHash: Hash
  logIndex: number
}

/** A log that cannot be decoded or applied, although two responses agree on it. */
export type UnreadableLog = Pick<IndexedLog, 'blockNumber' | 'blockTime' | 'logIndex'> & {
  transactionHash: string
  /** The contract whose later logs are ignored; null: only this log is skipped. */
  address: Address | null
  /** Why; quotes nothing of the log. */
  reason: string
}

/**
 * Writes the rows of a batch of logs, inside the transaction of the indexer. Returns the logs that
 * it set aside with their contracts; without `setsAside` throws `InvalidLogError` for the first of
 * them, and the transaction is void.
 */
export type Apply = (
  transaction: Database,
  options: {
    /**
     * The cursor is far below the head: work that only matters near the head may be deferred to
     * `finishBackfill`.
     */
    isBackfilling: boolean
    /** The time for prices that change with time; the machine's clock by default. */
    now?: Date
    /**
     * Called at most once, while the database runs the longest statement: the moment for work
     * that needs only this thread.
     */
    meanwhile?: () => void
    /** Two responses agree on these logs: one that cannot be applied is set aside. */
    setsAside?: boolean
  },
) => Promise<UnreadableLog[]>

/** Turns logs into rows. */
export type Projection = {
  /** Returns whether this is the code of the factory whose collections are indexed. */
  isFactoryCode(code: Hex): boolean
  /** Returns the stored addresses to index in addition to the factories. */
  listAddresses(database: Database, chainId: number): Promise<Address[]>
  /** Returns the addresses created in those logs of the factories that can be decoded. */
  findChildren(chain: Chain, logs: IndexedLog[]): Address[]
  /**
   * Decodes the logs of whole blocks, in order, and returns the function that writes them; it skips
   * logs that were applied before. Throws `InvalidLogError` for logs that are not in order.
   */
  decode(chain: Chain, logs: IndexedLog[]): Apply
  /** Does all work that was deferred while the chain was backfilling. */
  finishBackfill(transaction: Database, chain: Chain): Promise<void>
  /** Marks the rows above one block, up to another, as confirmed. */
  confirm(
    transaction: Database,
    chain: Chain,
    blocks: { above: number; upTo: number },
  ): Promise<void>
  /**
   * Reverts all rows above `blockNumber`, inside the transaction of the indexer; what a log above
   * it set aside comes back.
   */
  revert(
    transaction: Database,
    chain: Chain,
    blockNumber: number,
    now?: Date,
  ): Promise<void>
}

/**
 * A log that no indexed contract can have emitted, as far as is known: the response that has it is
 * invalid, unless another one agrees.
 */
export class InvalidLogError extends Error {
  override readonly name = 'InvalidLogError'
}
