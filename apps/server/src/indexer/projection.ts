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

/** Writes the rows of a batch of logs, inside the transaction of the indexer. */
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
  },
) => Promise<void>

/** Turns logs into rows. */
export type Projection = {
  /** Returns whether this is the code of the factory whose collections are indexed. */
  isFactoryCode(code: Hex): boolean
  /** Returns the stored addresses to index in addition to the factory. */
  listAddresses(database: Database, chainId: number): Promise<Address[]>
  /** Returns the addresses created in logs of the factory. Throws `InvalidLogError`. */
  findChildren(chain: Chain, logs: IndexedLog[]): Address[]
  /**
   * Decodes the logs of whole blocks, in order, and returns the function that writes them; it skips
   * logs that were applied before. Throws `InvalidLogError`.
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
  /** Reverts all rows above `blockNumber`, inside the transaction of the indexer. */
  revert(
    transaction: Database,
    chain: Chain,
    blockNumber: number,
    now?: Date,
  ): Promise<void>
}

/** A log that no indexed contract can have emitted: the response that has it is invalid. */
export class InvalidLogError extends Error {
  override readonly name = 'InvalidLogError'
}
