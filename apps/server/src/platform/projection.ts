import type { Address, Hash, Hex } from 'viem'
import type { Chain } from './chains.ts'
import type { Database } from './database.ts'

/** One log with what a projection needs to know about its block; addresses are lower case. */
export type FollowedLog = {
  address: Address
  topics: Hex[]
  data: Hex
  blockNumber: number
  blockHash: Hash
  blockTime: Date
  transactionHash: Hash
  logIndex: number
}

/** What is made of the logs. Every method runs inside the follower's own transaction. */
export type Projection = {
  /** Addresses to follow besides the factory, as known from earlier runs. */
  addressesOf(database: Database, chainId: number): Promise<Address[]>
  /** Addresses that the factory's logs among these name; reads nothing else. */
  childrenIn(chain: Chain, logs: FollowedLog[]): Address[]
  /** Applies whole blocks of logs, in order. Logs applied before are skipped. */
  apply(transaction: Database, chain: Chain, logs: FollowedLog[]): Promise<void>
  /** Takes back everything above `blockNumber`. */
  revert(transaction: Database, chain: Chain, blockNumber: number): Promise<void>
}
