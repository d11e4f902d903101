/** Counters and timings of the indexer, independent of how they are exported. */
export type IndexerMetrics = {
  /** One batch was written. */
  batch(chain: string, logs: number, ms: number): void
  /** Cursor, confirmed block and head of the chain. */
  progress(
    chain: string,
    at: { cursor: number; confirmed: number; head: number; behindSeconds: number },
  ): void
  /** A reorg of `depth` blocks was rolled back; `isDeep`: below the confirmed block. */
  reorg(chain: string, depth: number, isDeep: boolean): void
  /** A log could not be applied and was set aside. */
  unreadableLog(chain: string): void
  /** A request failed, was refused, or its response was invalid. */
  rpcFailure(
    chain: string,
    endpoint: string,
    kind: 'unreachable' | 'refused' | 'bad_answer' | 'wrong_chain' | 'disagreement',
  ): void
  /** Health of an endpoint, from 0 (never responds) to 1. */
  rpcHealth(chain: string, endpoint: string, score: number): void
  /** The lease of the chain was acquired or released. */
  lease(chain: string, isHeld: boolean): void
}

/** Records no metrics. */
export const noopMetrics: IndexerMetrics = {
  batch() {},
  progress() {},
  reorg() {},
  unreadableLog() {},
  rpcFailure() {},
  rpcHealth() {},
  lease() {},
}
