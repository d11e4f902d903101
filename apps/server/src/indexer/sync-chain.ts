import { liftStatementTimeout } from '../database/statement-timeout.ts'
import { applyRange, initialBatchSize } from './apply-range.ts'
import { abortableSleep, backoff } from './backoff.ts'
import type {
  ChainSync,
  ChainSyncConfig,
  ChainSyncDeps,
  ChainSyncState,
} from './chain-sync.ts'
import { confirmWindow } from './confirm.ts'
import { InconsistentRpcError } from './errors.ts'
import type { FetchResult } from './fetch-result.ts'
import { nextRange } from './next-range.ts'
import { type Cursor, findCursor, saveCursor } from './queries.ts'
import { handleHeadBehind, handleReorg } from './reorg.ts'
import { NoRpcAvailableError } from './rpc/endpoint.ts'
import { createStatusReporter } from './status.ts'
import { CursorMovedError, transact } from './transact.ts'
import { verifyFactories, verifyGenesis } from './verify-chain.ts'

const VERIFY_INTERVAL_MS = 3_600_000

/**
 * Syncs one chain until the signal is aborted. Failures of RPC endpoints and of the database are
 * retried, never thrown.
 */
export async function syncChain(
  config: ChainSyncConfig,
  deps: ChainSyncDeps,
): Promise<void> {
  const { pollMs } = config
  const { signal, rpcPool } = deps
  const report = createStatusReporter(deps, config.chain)
  let state: ChainSyncState | undefined
  let verifiedAt = Number.NEGATIVE_INFINITY
  let failures = 0

  while (!signal.aborted) {
    try {
      state = await loadState(config, deps, state)
      const sync = { config, deps, state }
      if (performance.now() - verifiedAt > VERIFY_INTERVAL_MS) {
        await verifyFactories(sync)
        await verifyGenesis(sync)
        verifiedAt = performance.now()
      }
      for (; !signal.aborted; failures = 0) {
        const isAtHead = await syncOnce(sync)
        await (isAtHead ? report.atHead(state.isUnverified) : report.behind())
        if (isAtHead) await abortableSleep(pollMs, signal)
        if (performance.now() - verifiedAt > VERIFY_INTERVAL_MS) break
      }
    } catch (error) {
      if (signal.aborted) return
      // The next response may come from another node behind the same URL: verify again.
      verifiedAt = Number.NEGATIVE_INFINITY
      if (error instanceof CursorMovedError) {
        await abortableSleep(pollMs, signal)
        continue
      }
      failures += 1
      await report.failed(error)
      if (error instanceof InconsistentRpcError)
        rpcPool.penalize(error.endpoint, error.message)
      await abortableSleep(retryDelay(error, failures, pollMs), signal)
    }
  }
}

/** Returns the milliseconds until the next attempt; the endpoints' own backoff has priority. */
function retryDelay(error: unknown, failures: number, pollMs: number): number {
  if (error instanceof NoRpcAvailableError) return Math.max(pollMs, error.retryAfterMs)
  return backoff(failures, pollMs)
}

/**
 * Loads cursor and addresses from the database. Keeps only measurements of the state before: an
 * address from an invalid response must not stay.
 */
async function loadState(
  { chain, isEmbedded }: ChainSyncConfig,
  { database, projection }: ChainSyncDeps,
  before: ChainSyncState | undefined,
): Promise<ChainSyncState> {
  // In this order: an address too many does no harm, a missing one would leave a gap.
  const cursor = await findCursor(database, chain.id)
  const addresses = await projection.listAddresses(database, chain.id)
  return {
    cursor,
    genesisHash: '',
    addresses: new Set(addresses),
    logLimits: before?.logLimits ?? new Map(),
    batchSize: before?.batchSize ?? initialBatchSize(isEmbedded),
    prefetched: undefined,
    headBehindSince: before?.headBehindSince,
    confirmedAt: before?.confirmedAt ?? Number.NEGATIVE_INFINITY,
    lastUnstableRpc: before?.lastUnstableRpc,
    upToDate: { name: '', times: 0 },
    isUnverified: before?.isUnverified ?? false,
    conflictCount: before?.conflictCount ?? 0,
  }
}

/** Fetches and applies one range, or handles a reorg. Returns whether to wait for a new head. */
async function syncOnce(sync: ChainSync): Promise<boolean> {
  const { config, deps, state } = sync
  const result = await nextRange(sync)
  if (result.kind === 'headBehind') return handleHeadBehind(sync, result)
  state.headBehindSince = undefined
  if (result.kind === 'reorg') return handleReorg(sync, result.endpoint)
  state.lastUnstableRpc = undefined
  const head = result.kind === 'range' ? result.range.head : result.head
  if (result.kind === 'range') await applyRange(sync, result)
  const { cursor } = state
  if (cursor && !cursor.isBackfilled) await finishBackfillWhenCaughtUp(sync, head.number)
  await confirmPeriodically(sync, result)
  deps.metrics.progress(config.chain.alias, {
    cursor: cursor?.number ?? -1,
    confirmed: state.cursor?.confirmedNumber ?? -1,
    head: head.number,
    behindSeconds: cursor ? Math.max(0, (+head.time - +cursor.time) / 1000) : 0,
  })
  return result.kind === 'upToDate' || state.cursor?.number === head.number
}

/** Does the work that was deferred during the backfill, once the cursor is near the head. */
async function finishBackfillWhenCaughtUp(
  sync: ChainSync,
  headNumber: number,
): Promise<void> {
  const { chain } = sync.config
  const { projection, clock, log } = sync.deps
  const { cursor } = sync.state
  if (!cursor || cursor.number < headNumber - chain.confirmations) return
  const backfilled: Cursor = { ...cursor, isBackfilled: true }
  const began = performance.now()
  await transact(sync, async (transaction) => {
    await liftStatementTimeout(transaction)
    await projection.finishBackfill(transaction, chain)
    await saveCursor(transaction, chain.id, backfilled, headNumber, clock())
  })
  sync.state.cursor = backfilled
  const ms = Math.round(performance.now() - began)
  log.info({ chain: chain.alias, ms }, 'backfill finished')
}

async function confirmPeriodically(
  sync: ChainSync,
  result: FetchResult & { kind: 'range' | 'upToDate' },
): Promise<void> {
  const { chain, pollMs } = sync.config
  const { state } = sync
  // Not with every block: a confirmation takes as many requests as the first fetch.
  const isDue = performance.now() - state.confirmedAt >= 4 * pollMs
  if (chain.isDemo || !isDue) return
  const head = result.kind === 'range' ? result.range.head : result.head
  const isDone = await confirmWindow(sync, head, result.endpoint)
  if (isDone) state.confirmedAt = performance.now()
}
