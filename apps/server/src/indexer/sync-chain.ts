import type { Address } from 'viem'
import type { Chain } from '../configuration/chains.ts'
import { applyRange } from './apply-range.ts'
import { abortableSleep, backoff } from './backoff.ts'
import type { ChainSync, IndexerOptions } from './chain-sync.ts'
import { confirmWindow } from './confirm.ts'
import { InconsistentRpcError } from './errors.ts'
import type { FetchResult } from './fetch-result.ts'
import { handleHeadBehind, handleReorg } from './head-behind.ts'
import type { IndexerMetrics } from './metrics.ts'
import { nextRange } from './next-range.ts'
import {
  type Cursor,
  disableStatementTimeout,
  findCursor,
  saveCursor,
} from './queries.ts'
import { NoRpcAvailableError, type RpcPool } from './rpc/endpoint.ts'
import { createStatusReporter } from './status.ts'
import { verifyFactory, verifyGenesis } from './verify-chain.ts'
import { CursorMovedError, initialBatchSize, transact } from './write-batches.ts'

const HOUR = 3_600_000

export type ChainSyncOptions = IndexerOptions & {
  chain: Chain
  rpcPool: RpcPool
  metrics: IndexerMetrics
  holder: string
  signal: AbortSignal
}

/** Follows one chain until `signal` is aborted; survives every failure of network and database. */
export async function syncChain(needs: ChainSyncOptions): Promise<void> {
  const { chain, signal } = needs
  const pollMs = needs.pollMs?.(chain) ?? chain.pollMs
  const report = createStatusReporter(needs, chain)
  let sync: ChainSync | undefined
  let verifiedAt = Number.NEGATIVE_INFINITY
  let failures = 0

  while (!signal.aborted) {
    try {
      sync = await startSync(needs, sync)
      if (performance.now() - verifiedAt > HOUR) {
        await verifyFactory(sync)
        await verifyGenesis(sync)
        verifiedAt = performance.now()
      }
      for (; !signal.aborted; failures = 0) {
        const isAtHead = await syncOnce(sync, pollMs)
        await (isAtHead ? report.atHead(sync.isUnverified) : report.behind())
        if (isAtHead) await abortableSleep(pollMs, signal)
        if (performance.now() - verifiedAt > HOUR) break
      }
    } catch (error) {
      if (signal.aborted) return
      // Whatever answers next may be another node: it is looked at again.
      verifiedAt = Number.NEGATIVE_INFINITY
      if (error instanceof CursorMovedError) {
        await abortableSleep(pollMs, signal)
        continue
      }
      failures += 1
      await report.failed(error)
      if (error instanceof InconsistentRpcError)
        needs.rpcPool.penalize(error.endpoint, error.message)
      await abortableSleep(retryDelay(error, failures, pollMs), signal)
    }
  }
}

/** The endpoints know best when one of them may be asked again. */
function retryDelay(error: unknown, failures: number, pollMs: number): number {
  if (error instanceof NoRpcAvailableError) return Math.max(pollMs, error.retryAfterMs)
  return backoff(failures, pollMs)
}

/**
 * Begins where the database says the cursor stands. Of an earlier beginning only the experience
 * is kept: an address that a wrong answer named must not stay.
 */
async function startSync(
  needs: ChainSyncOptions,
  before: ChainSync | undefined,
): Promise<ChainSync> {
  const { chain, database, projection } = needs
  // In this order: an address too many does no harm, one too few would be a gap.
  const cursor = await findCursor(database, chain.id)
  const addresses = await projection.listAddresses(database, chain.id)
  return {
    ...needs,
    factory: factoryAddress(chain),
    cursor,
    genesisHash: '',
    addresses: new Set(addresses),
    rangeSizes: before?.rangeSizes ?? new Map(),
    batchSize: before?.batchSize ?? initialBatchSize(needs.isEmbedded !== false),
    prefetched: undefined,
    headBehindSince: before?.headBehindSince,
    confirmedAt: before?.confirmedAt ?? Number.NEGATIVE_INFINITY,
    lastUnstableRpc: before?.lastUnstableRpc,
    upToDate: { name: '', times: 0 },
    isUnverified: before?.isUnverified ?? false,
    conflictCount: before?.conflictCount ?? 0,
  }
}

/** Reads and writes one range. Answers whether the cursor stands at the head. */
async function syncOnce(sync: ChainSync, pollMs: number): Promise<boolean> {
  const reading = await nextRange(sync)
  if (reading.kind === 'below') return handleHeadBehind(sync, reading)
  sync.headBehindSince = undefined
  if (reading.kind === 'replaced') return handleReorg(sync, reading.endpoint)
  sync.lastUnstableRpc = undefined
  const head = reading.kind === 'range' ? reading.range.head : reading.head
  if (reading.kind === 'range') await applyRange(sync, reading)
  const { cursor, chain, metrics } = sync
  if (cursor && !cursor.isBackfilled) await finishBackfillWhenCaughtUp(sync, head.number)
  await confirmPeriodically(sync, reading, pollMs)
  metrics.progress(chain.alias, {
    cursor: cursor?.number ?? -1,
    confirmed: sync.cursor?.confirmedNumber ?? -1,
    head: head.number,
    behindSeconds: cursor ? Math.max(0, (+head.time - +cursor.time) / 1000) : 0,
  })
  return reading.kind === 'idle' || sync.cursor?.number === head.number
}

/** What was put off while the chain was far behind is made good once it no longer is. */
async function finishBackfillWhenCaughtUp(
  sync: ChainSync,
  headNumber: number,
): Promise<void> {
  const { chain, cursor, projection, clock, log } = sync
  if (!cursor || cursor.number < headNumber - chain.confirmations) return
  const backfilled: Cursor = { ...cursor, isBackfilled: true }
  const began = performance.now()
  await transact(sync, async (transaction) => {
    await disableStatementTimeout(transaction)
    await projection.finishBackfill(transaction, chain)
    await saveCursor(transaction, chain.id, backfilled, headNumber, clock())
  })
  sync.cursor = backfilled
  const ms = Math.round(performance.now() - began)
  log.info({ chain: chain.alias, ms }, 'the chain has caught up')
}

async function confirmPeriodically(
  sync: ChainSync,
  reading: FetchResult & { kind: 'range' | 'idle' },
  pollMs: number,
): Promise<void> {
  const { chain, confirmedAt } = sync
  // Not with every block: each look costs as many calls as the first reading.
  const isTime = performance.now() - confirmedAt >= 4 * pollMs
  if (chain.isDemo || !isTime) return
  const head = reading.kind === 'range' ? reading.range.head : reading.head
  const isDone = await confirmWindow(sync, head, reading.endpoint)
  if (isDone) sync.confirmedAt = performance.now()
}

function factoryAddress(chain: Chain): Address {
  // Safe: only chains with contracts are followed, and lower-casing keeps an address one.
  return (chain.contracts?.factory.toLowerCase() ?? '0x') as Address
}
