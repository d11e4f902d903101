import type { Address } from 'viem'
import type { Chain } from '../platform/chains.ts'
import type { Database } from '../platform/database.ts'
import type { Projection } from '../platform/projection.ts'
import type { Logger } from '../platform/resources.ts'
import type { Cursor } from './queries.ts'

export type FollowerNeeds = {
  database: Database
  chains: Chain[]
  projection: Projection
  log: Logger
  clock: () => Date
  /** Called after each commit that may have changed what readers see. */
  onApplied?: (chainId: number) => void
  /** Milliseconds between looks at a head that did not move. */
  pollMs?: (chain: Chain) => number
  /** The database answers in this process, so that batches must leave it room (default). */
  isEmbedded?: boolean
}

/** What the loop of one chain keeps between its rounds. */
export type Following = FollowerNeeds & {
  chain: Chain
  factory: Address
  signal: AbortSignal
  /** Undefined before the first block was read. */
  cursor: Cursor | undefined
  genesisHash: string
  addresses: Set<Address>
  range: RangeSize
  batch: BatchSize
  /** When the head was first seen below the cursor, by the monotonic clock. */
  headBelowSince: number | undefined
}

/** How many blocks are asked for at once, and how many the node was seen to refuse. */
export type RangeSize = { size: number; ceiling: number }

/** Logs in one transaction, adapted so that it takes about 20 ms. */
type BatchSize = number
