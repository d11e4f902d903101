import type { Address } from 'viem'
import type { Chain } from '../configuration/chains.ts'
import type { Database } from '../database/database.ts'
import type { Logger } from '../http/app-context.ts'
import type { FetchResult } from './fetch-result.ts'
import type { LogLimits } from './log-requests.ts'
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
  /** Called after each commit that may have changed what the API returns. */
  onApplied?: (chainId: number) => void
  /** Milliseconds between two requests for a head that did not move. */
  pollMs?: (chain: Chain) => number
  /** The database runs in this process, so that batches must leave it time for reads (default). */
  isEmbedded?: boolean
  /** No other process can use the database: leases left by a dead process are void. */
  isAlone?: boolean
  /** Timeout and size limit of one response, and the longest backoff of an endpoint. */
  rpc?: { timeoutMs: number; maxResponseBytes: number; maxPauseMs?: number }
  /** Lifetime of a lease without renewal, in milliseconds. */
  leaseMs?: number
}

/** The sync of one chain: its settings, the services it uses and its progress. */
export type ChainSync = {
  config: ChainSyncConfig
  deps: ChainSyncDeps
  state: ChainSyncState
}

/** Settings that stay the same while the chain is synced. */
export type ChainSyncConfig = {
  chain: Chain
  /** Factories whose collections are indexed, in lower case. */
  factories: readonly Address[]
  /** Other contracts whose logs are indexed from the start, in lower case. */
  watched: readonly Address[]
  /** Id of this process: its writes are valid only while it holds the lease of the chain. */
  holder: string
  isEmbedded: boolean
  pollMs: number
}

/** Services that the sync of a chain uses. */
export type ChainSyncDeps = Pick<
  IndexerOptions,
  'database' | 'projection' | 'log' | 'clock' | 'onApplied'
> & {
  rpcPool: RpcPool
  metrics: IndexerMetrics
  signal: AbortSignal
}

/** Progress of the sync, kept between its rounds. */
export type ChainSyncState = {
  /** Undefined before the first block was written. */
  cursor: Cursor | undefined
  genesisHash: string
  /** Addresses to index in addition to the factories. */
  addresses: Set<Address>
  /** Sizes of log requests, by endpoint name. */
  logLimits: Map<string, LogLimits>
  /** Logs per transaction, adapted to the time that a transaction takes. */
  batchSize: number
  /** The next range, fetched while the current one is written. */
  prefetched: Promise<FetchResult> | undefined
  /** When the head was first below the cursor, by the monotonic clock. */
  headBehindSince: number | undefined
  /** When the confirmed block was last advanced or checked, by the monotonic clock. */
  confirmedAt: number
  /** The endpoint whose last response was void although the chain had not changed. */
  lastUnstableRpc: string | undefined
  /** The endpoint that last reported no new block, and how many times in a row. */
  upToDate: { name: string; times: number }
  /** Ranges in a row that could not follow from the stored state, without a second reading. */
  conflictCount: number
  /** No second endpoint was available for the last cross-check. */
  isUnverified: boolean
}
