/** What the follower counts and times; how it is told to the outside is not its business. */
export type IndexerMetrics = {
  /** One batch was written: so many logs in so many milliseconds. */
  batch(chain: string, logs: number, ms: number): void
  /** Where the cursor, the confirmed block and the head of the chain stand. */
  progress(
    chain: string,
    at: { cursor: number; confirmed: number; head: number; behindSeconds: number },
  ): void
  /** A reorganisation of so many blocks was taken back; `isDeep`: below what was confirmed. */
  reorg(chain: string, depth: number, isDeep: boolean): void
  /** An endpoint did not answer, refused, or answered what cannot be true. */
  rpcFailure(
    chain: string,
    endpoint: string,
    kind: 'unreachable' | 'refused' | 'bad_answer' | 'wrong_chain' | 'disagreement',
  ): void
  /** Health of an endpoint: 0 (never answers) to 1. */
  rpcHealth(chain: string, endpoint: string, score: number): void
  /** Whether this process follows the chain. */
  lease(chain: string, isHeld: boolean): void
}

/** Counts nothing. */
export const noopMetrics: IndexerMetrics = {
  batch() {},
  progress() {},
  reorg() {},
  rpcFailure() {},
  rpcHealth() {},
  lease() {},
}
