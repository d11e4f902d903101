import type { Address } from 'viem'
import type { Chain } from '../configuration/chains.ts'
import type { Database } from '../database/database.ts'
import type { Logger } from '../http/app-context.ts'
import type { FetchResult } from './fetch-result.ts'
import type { IndexerMetrics } from './metrics.ts'
import type { Projection } from './projection.ts'
import type { Cursor } from './queries.ts'
import type { RpcPool } from './rpc/endpoint.ts'

export type IndexerOptions = {
  database: Database
  chains: Chain[]
  projection: Projection
  log: Logger
  clock: () => Date
  metrics?: IndexerMetrics
  /** Called after each commit that may have changed what readers see. */
  onApplied?: (chainId: number) => void
  /** Milliseconds between looks at a head that did not move. */
  pollMs?: (chain: Chain) => number
  /** The database answers in this process, so that batches must leave it room (default). */
  isEmbedded?: boolean
  /** No other process can use the database: leases that a dead one left behind are void. */
  isAlone?: boolean
  /** How long an endpoint may take, how much it may answer, and how long it rests at most. */
  rpc?: { timeoutMs: number; answerBytes: number; maxPauseMs?: number }
  /** How long a lease lasts without renewal, in milliseconds. */
  leaseMs?: number
}

/** What the loop of one chain keeps between its rounds. */
export type ChainSync = IndexerOptions & {
  metrics: IndexerMetrics
  chain: Chain
  factory: Address
  /** Which process this is: what it writes holds only while the lease of the chain is its own. */
  holder: string
  rpcPool: RpcPool
  signal: AbortSignal
  /** Undefined before the first block was read. */
  cursor: Cursor | undefined
  genesisHash: string
  addresses: Set<Address>
  /** How many blocks each endpoint is asked for at once, by its name. */
  rangeSizes: Map<string, RangeSize>
  batchSize: BatchSize
  /** The range after the one that is being written, read meanwhile. */
  prefetched: Promise<FetchResult> | undefined
  /** When the head was first seen below the cursor, by the monotonic clock. */
  headBehindSince: number | undefined
  /** When the confirmed mark was last looked after, by the monotonic clock. */
  confirmedAt: number
  /** The endpoint whose last reading was void although nothing had changed. */
  lastUnstableRpc: string | undefined
  /** Which endpoint said last that nothing is new, and how often in a row. */
  upToDate: { name: string; times: number }
  /** How often in a row a range could not follow from what is stored. */
  conflictCount: number
  /** No second endpoint answered when one was wanted. */
  isUnverified: boolean
}

/** How many blocks are asked for at once, and how many the endpoint was seen to refuse. */
export type RangeSize = { size: number; ceiling: number }

/** Logs in one transaction, adapted to the time that it takes. */
type BatchSize = number
