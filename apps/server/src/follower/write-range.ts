import type { Database } from '../platform/database.ts'
import { BadLog, type FollowedLog } from '../platform/projection.ts'
import type { Following } from './following.ts'
import { rest } from './pace.ts'
import {
  type Cursor,
  insertBlocks,
  lockCursor,
  saveCursor,
  thinBlocksBelow,
} from './queries.ts'
import type { Range, Reading } from './reading.ts'

/** Logs in the first transaction: many where nobody in this process waits for the database. */
export function startBatch(isEmbedded: boolean): number {
  return isEmbedded ? 100 : MOST_LOGS
}

// The embedded database answers nobody while a batch is written: this is what a reader waits.
const EMBEDDED_BATCH_MS = 15
const SERVER_BATCH_MS = 250

// More at once gains nothing, and whoever waits for the transaction waits longer.
const MOST_LOGS = 8000

// Deeper reorganisations are found too, only less finely: one hash in a thousand is kept.
const FINE_BLOCKS = 10_000
const THIN_EVERY = 1000

// Ranks are put off while the blocks that are read are older than this.
const FAR_BEHIND_MS = 2 * 3_600_000

/**
 * Writes a range in batches of whole blocks, each one transaction of rows, aggregates and
 * cursor. Stops between two batches when the follower is stopped. Throws `BadLog`, `CursorMoved`
 * and `WriteFailed`. Calls `meanwhile` in each batch when there is nothing to do but to wait.
 */
export async function writeRange(
  following: Following,
  range: Range,
  meanwhile: () => void,
): Promise<void> {
  let left = range
  while (left.blocks.length > 0 && !following.signal.aborted) {
    const { batch, after } = takeBatch(left, left.understood?.size ?? following.batch)
    const began = performance.now()
    await writeBatch(following, batch, meanwhile)
    const tookMs = performance.now() - began
    noteBatch(following, batch.logs.length, tookMs)
    left = { ...after, understood: undefined }
    if (left.blocks.length > 0 || batch.logs.length > 0) {
      await restAfter(following, tookMs)
    }
  }
}

/** Leaves readers of an embedded database as much time as was taken from them. */
async function restAfter(following: Following, tookMs: number): Promise<void> {
  await rest(following.isEmbedded === false ? 0 : tookMs, following.signal)
}

function noteBatch(following: Following, logs: number, tookMs: number): void {
  const { chain, measures, isEmbedded, cursor } = following
  measures.batch(chain.alias, logs, tookMs)
  if (logs >= following.batch / 2) {
    const goal = isEmbedded === false ? SERVER_BATCH_MS : EMBEDDED_BATCH_MS
    const factor = Math.max(0.5, Math.min(isEmbedded === false ? 2 : 1.2, goal / tookMs))
    following.batch = Math.max(
      20,
      Math.min(MOST_LOGS, Math.round(following.batch * factor)),
    )
  }
  if (cursor) following.onApplied?.(chain.id)
}

/** Whole blocks with at least `size` logs, and what comes after them. */
function takeBatch(range: Range, size: number): { batch: Range; after: Range } {
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
export function understandFirst(following: Following, reading: Reading): Reading {
  if (reading.kind !== 'range') return reading
  const size = following.batch
  const { logs } = takeBatch(reading.range, size).batch
  if (logs.length === 0) return reading
  const meaning = meaningOf(following, logs)
  return { ...reading, range: { ...reading.range, understood: { size, meaning } } }
}

/** An error is kept until the turn of these logs has come: it may never come. */
function meaningOf({ chain, projection }: Following, logs: FollowedLog[]) {
  try {
    return projection.read(chain, logs)
  } catch (error) {
    if (error instanceof BadLog) return error
    throw error
  }
}

async function writeBatch(
  following: Following,
  { blocks, logs, head, isDeep, isConfirmed, understood }: Range,
  meanwhile: () => void,
): Promise<void> {
  const { chain, clock, genesisHash, factory } = following
  const last = blocks.at(-1)
  if (!last) return
  const meaning =
    understood?.meaning ?? (logs.length > 0 ? meaningOf(following, logs) : undefined)
  if (meaning instanceof BadLog) throw meaning
  const before = following.cursor
  const isFarBehind =
    last.number < head.number - chain.confirmations &&
    clock().getTime() - last.time.getTime() > FAR_BEHIND_MS
  const cursor: Cursor = {
    number: last.number,
    hash: last.hash,
    time: last.time,
    genesisHash,
    source: factory,
    confirmedNumber: isConfirmed ? last.number : (before?.confirmedNumber ?? -1),
    isSettled: (before?.isSettled ?? true) && !(isFarBehind && logs.length > 0),
  }
  if (!meaning) meanwhile()
  await transact(following, async (transaction) => {
    const options = { isFarBehind: !cursor.isSettled, meanwhile, now: clock() }
    await meaning?.(transaction, options)
    // Of final blocks some are enough to find the ancestor of a very deep reorganisation.
    await insertBlocks(transaction, chain.id, isDeep && isConfirmed ? [last] : blocks)
    if (isTimeToThin(before?.number ?? 0, last.number)) {
      const below = Math.min(last.number - FINE_BLOCKS, cursor.confirmedNumber)
      await thinBlocksBelow(transaction, chain.id, below)
    }
    await saveCursor(transaction, chain.id, cursor, head.number, clock())
  })
  following.cursor = cursor
}

function isTimeToThin(before: number, after: number): boolean {
  return Math.floor(before / THIN_EVERY) !== Math.floor(after / THIN_EVERY)
}

/**
 * One transaction that changes what is stored of the chain. Throws `CursorMoved` when another
 * process has written since the cursor was read, or holds the chain now: what was worked out
 * from it would be counted twice.
 */
export async function transact(
  { chain, cursor, database, holder }: Following,
  change: (transaction: Database) => Promise<void>,
): Promise<void> {
  try {
    await database.transaction().execute(async (transaction) => {
      const stored = await lockCursor(transaction, chain.id)
      if (stored.holder !== holder)
        throw new CursorMoved('Another process has the chain.')
      const isOurs =
        stored.cursor?.number === cursor?.number && stored.cursor?.hash === cursor?.hash
      if (!isOurs) throw new CursorMoved('Another process has written the chain.')
      await change(transaction)
    })
  } catch (cause) {
    if (cause instanceof CursorMoved || cause instanceof BadLog) throw cause
    throw new WriteFailed(cause instanceof Error ? cause.message : 'unknown', { cause })
  }
}

/** Nothing is wrong: the next round begins where the other process stands. */
export class CursorMoved extends Error {
  override readonly name = 'CursorMoved'
}

/** A failure of our own side, so that it is not told as the network's. */
export class WriteFailed extends Error {
  override readonly name = 'WriteFailed'
}
