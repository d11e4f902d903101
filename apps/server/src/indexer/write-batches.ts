import type { Database } from '../database/database.ts'
import { abortableSleep } from './backoff.ts'
import type { ChainSync } from './chain-sync.ts'
import type { FetchedRange, FetchResult } from './fetch-result.ts'
import { type IndexedLog, InvalidLogError } from './projection.ts'
import {
  type Cursor,
  insertBlocks,
  lockCursor,
  pruneBlocks,
  saveCursor,
} from './queries.ts'

/** Logs in the first transaction: many where nobody in this process waits for the database. */
export function initialBatchSize(isEmbedded: boolean): number {
  return isEmbedded ? 100 : MAX_LOGS_PER_BATCH
}

// The embedded database answers nobody while a batch is written: this is what a reader waits.
const EMBEDDED_BATCH_MS = 15
const SERVER_BATCH_MS = 250

// More at once gains nothing, and whoever waits for the transaction waits longer.
const MAX_LOGS_PER_BATCH = 8000

// Deeper reorganisations are found too, only less finely: one hash in a thousand is kept.
const UNPRUNED_BLOCKS = 10_000
const PRUNE_INTERVAL_BLOCKS = 1000

// Ranks are put off while the blocks that are read are older than this.
const BACKFILL_AGE_MS = 2 * 3_600_000

/**
 * Writes a range in batches of whole blocks, each one transaction of rows, aggregates and
 * cursor. Stops between two batches when the follower is stopped. Throws `BadLog`, `CursorMoved`
 * and `WriteFailed`. Calls `meanwhile` in each batch when there is nothing to do but to wait.
 */
export async function writeRange(
  sync: ChainSync,
  range: FetchedRange,
  meanwhile: () => void,
): Promise<void> {
  let left = range
  while (left.blocks.length > 0 && !sync.signal.aborted) {
    const { batch, after } = takeBatch(left, left.decoded?.size ?? sync.batchSize)
    const began = performance.now()
    await writeBatch(sync, batch, meanwhile)
    const tookMs = performance.now() - began
    adaptBatchSize(sync, batch.logs.length, tookMs)
    left = { ...after, decoded: undefined }
    if (left.blocks.length > 0 || batch.logs.length > 0) {
      await yieldToReaders(sync, tookMs)
    }
  }
}

/** Leaves readers of an embedded database as much time as was taken from them. */
async function yieldToReaders(sync: ChainSync, tookMs: number): Promise<void> {
  await abortableSleep(sync.isEmbedded === false ? 0 : tookMs, sync.signal)
}

function adaptBatchSize(sync: ChainSync, logs: number, tookMs: number): void {
  const { chain, metrics, isEmbedded, cursor } = sync
  metrics.batch(chain.alias, logs, tookMs)
  if (logs >= sync.batchSize / 2) {
    const goal = isEmbedded === false ? SERVER_BATCH_MS : EMBEDDED_BATCH_MS
    const factor = Math.max(0.5, Math.min(isEmbedded === false ? 2 : 1.2, goal / tookMs))
    sync.batchSize = Math.max(
      20,
      Math.min(MAX_LOGS_PER_BATCH, Math.round(sync.batchSize * factor)),
    )
  }
  if (cursor) sync.onApplied?.(chain.id)
}

/** Whole blocks with at least `size` logs, and what comes after them. */
function takeBatch(
  range: FetchedRange,
  size: number,
): { batch: FetchedRange; after: FetchedRange } {
  let logs = 0
  let blocks = 0
  while (blocks < range.blocks.length && logs < size) {
    logs += range.blocks[blocks]?.logs ?? 0
    blocks += 1
  }
  return {
    batch: {
      ...range,
      blocks: range.blocks.slice(0, blocks),
      logs: range.logs.slice(0, logs),
    },
    after: { ...range, blocks: range.blocks.slice(blocks), logs: range.logs.slice(logs) },
  }
}

/** Works out what the first batch of a range means, so that it can be written at once. */
export function decodeAhead(sync: ChainSync, reading: FetchResult): FetchResult {
  if (reading.kind !== 'range') return reading
  const size = sync.batchSize
  const { logs } = takeBatch(reading.range, size).batch
  if (logs.length === 0) return reading
  return {
    ...reading,
    range: { ...reading.range, decoded: { size, apply: decodeLogs(sync, logs) } },
  }
}

/** An error is kept until the turn of these logs has come: it may never come. */
function decodeLogs({ chain, projection }: ChainSync, logs: IndexedLog[]) {
  try {
    return projection.decode(chain, logs)
  } catch (error) {
    if (error instanceof InvalidLogError) return error
    throw error
  }
}

async function writeBatch(
  sync: ChainSync,
  { blocks, logs, head, isDeep, isConfirmed, decoded }: FetchedRange,
  meanwhile: () => void,
): Promise<void> {
  const { chain, clock, genesisHash, factory } = sync
  const last = blocks.at(-1)
  if (!last) return
  const meaning = decoded?.apply ?? (logs.length > 0 ? decodeLogs(sync, logs) : undefined)
  if (meaning instanceof InvalidLogError) throw meaning
  const before = sync.cursor
  const isBackfilling =
    last.number < head.number - chain.confirmations &&
    clock().getTime() - last.time.getTime() > BACKFILL_AGE_MS
  const cursor: Cursor = {
    number: last.number,
    hash: last.hash,
    time: last.time,
    genesisHash,
    source: factory,
    confirmedNumber: isConfirmed ? last.number : (before?.confirmedNumber ?? -1),
    isBackfilled: (before?.isBackfilled ?? true) && !(isBackfilling && logs.length > 0),
  }
  if (!meaning) meanwhile()
  await transact(sync, async (transaction) => {
    const options = { isBackfilling: !cursor.isBackfilled, meanwhile, now: clock() }
    await meaning?.(transaction, options)
    // Of final blocks some are enough to find the ancestor of a very deep reorganisation.
    await insertBlocks(transaction, chain.id, isDeep && isConfirmed ? [last] : blocks)
    if (isPruneDue(before?.number ?? 0, last.number)) {
      const below = Math.min(last.number - UNPRUNED_BLOCKS, cursor.confirmedNumber)
      await pruneBlocks(transaction, chain.id, below)
    }
    await saveCursor(transaction, chain.id, cursor, head.number, clock())
  })
  sync.cursor = cursor
}

function isPruneDue(before: number, after: number): boolean {
  return (
    Math.floor(before / PRUNE_INTERVAL_BLOCKS) !==
    Math.floor(after / PRUNE_INTERVAL_BLOCKS)
  )
}

/**
 * One transaction that changes what is stored of the chain. Throws `CursorMoved` when another
 * process has written since the cursor was read, or holds the chain now: what was worked out
 * from it would be counted twice.
 */
export async function transact(
  { chain, cursor, database, holder }: ChainSync,
  change: (transaction: Database) => Promise<void>,
): Promise<void> {
  try {
    await database.transaction().execute(async (transaction) => {
      const stored = await lockCursor(transaction, chain.id)
      if (stored.holder !== holder)
        throw new CursorMovedError('Another process has the chain.')
      const isOurs =
        stored.cursor?.number === cursor?.number && stored.cursor?.hash === cursor?.hash
      if (!isOurs) throw new CursorMovedError('Another process has written the chain.')
      await change(transaction)
    })
  } catch (cause) {
    if (cause instanceof CursorMovedError || cause instanceof InvalidLogError) throw cause
    throw new WriteFailedError(cause instanceof Error ? cause.message : 'unknown', {
      cause,
    })
  }
}

/** Nothing is wrong: the next round begins where the other process stands. */
export class CursorMovedError extends Error {
  override readonly name = 'CursorMoved'
}

/** A failure of our own side, so that it is not told as the network's. */
export class WriteFailedError extends Error {
  override readonly name = 'WriteFailed'
}
