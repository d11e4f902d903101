import type { Address, Hash, Hex } from 'viem'
import type { Chain } from '../configuration/chains.ts'
import type { Database } from '../database/database.ts'

/** One log with what a projection needs to know about its block; addresses are lower case. */
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

/** Writes what a batch of logs means, inside the follower's own transaction. */
export type Apply = (
  transaction: Database,
  options: {
    /**
     * The chain is being caught up from far below its head: what only matters near the head may
     * be put off until `settle`.
     */
    isBackfilling: boolean
    /** The time by which prices hold that change by themselves; the machine's where none is told. */
    now?: Date
    /**
     * Called at most once, when the database has been asked for the longest part: what needs
     * only this thread is best done then.
     */
    meanwhile?: () => void
  },
) => Promise<void>

/** What is made of the logs. */
export type Projection = {
  /** Whether this is the code of the contract whose children are followed. */
  isFactoryCode(code: Hex): boolean
  /** Addresses to follow besides the factory, as known from earlier runs. */
  listAddresses(database: Database, chainId: number): Promise<Address[]>
  /** Addresses that the factory's logs among these name; reads nothing else. Throws `BadLog`. */
  findChildren(chain: Chain, logs: IndexedLog[]): Address[]
  /**
   * Makes sense of whole blocks of logs, in order, and answers what writes them; logs that were
   * applied before are skipped. Throws `BadLog` when one says what no followed contract can say.
   */
  decode(chain: Chain, logs: IndexedLog[]): Apply
  /** Makes good, in one go, what was put off while the chain was far behind. */
  finishBackfill(transaction: Database, chain: Chain): Promise<void>
  /** Notes that what was read above one block, up to another, counts as confirmed now. */
  confirm(
    transaction: Database,
    chain: Chain,
    blocks: { above: number; upTo: number },
  ): Promise<void>
  /** Takes back everything above `blockNumber`, inside the follower's own transaction. */
  revert(
    transaction: Database,
    chain: Chain,
    blockNumber: number,
    now?: Date,
  ): Promise<void>
}

/** A log that no followed contract can have emitted: whoever gave it is not to be believed. */
export class InvalidLogError extends Error {
  override readonly name = 'BadLog'
}
