import type { Database } from '../platform/database.ts'
import type { FollowedLog } from '../platform/projection.ts'
import type { Following } from './following.ts'
import { rest } from './pace.ts'
import {
  type Cursor,
  insertBlocks,
  lockCursor,
  type StoredBlock,
  saveCursor,
  thinBlocksBelow,
} from './queries.ts'
import type { Range } from './read-range.ts'

export const startBatch = 100

// The embedded database answers nobody while a batch is written: this is what a reader waits.
const BATCH_MS = 20

// Deeper reorganisations are found too, only less finely: one hash in a thousand is kept.
const FINE_BLOCKS = 10_000
const THIN_EVERY = 1000

/**
 * Writes a range in batches of whole blocks, each one transaction of rows, aggregates and
 * cursor. Stops between two batches when the follower is stopped.
 */
export async function writeRange(
  following: Following,
  range: Range,
  headNumber: number,
): Promise<void> {
  const blocks = blocksOf(range)
  for (let next = 0; next < blocks.length && !following.signal.aborted; ) {
    const batch = takeBatch(blocks, next, following.batch)
    next += batch.length
    const began = performance.now()
    await writeBatch(following, batch, headNumber)
    const tookMs = performance.now() - began

    const logs = batch.reduce((sum, block) => sum + block.logs.length, 0)
    if (logs >= following.batch / 2) {
      const factor = Math.max(0.5, Math.min(1.2, BATCH_MS / tookMs))
      following.batch = Math.max(20, Math.min(5000, Math.round(following.batch * factor)))
    }
    following.onApplied?.(following.chain.id)
    if (next < blocks.length || logs > 0) {
      const isAlone = following.isEmbedded === false
      await rest(isAlone ? 0 : tookMs, following.signal)
    }
  }
}

type Block = StoredBlock & { logs: FollowedLog[] }

/** The blocks that hold logs, and the last of the range, in order. */
function blocksOf({ logs, last }: Range): Block[] {
  const blocks = new Map<number, Block>()
  for (const log of logs) {
    const { blockNumber: number, blockHash: hash, blockTime: time } = log
    const block = blocks.get(number) ?? { number, hash, time, logs: [] }
    block.logs.push(log)
    blocks.set(number, block)
  }
  const end = blocks.get(last.number)
  if (!end) blocks.set(last.number, { ...last, logs: [] })
  return [...blocks.values()]
}

function takeBatch(blocks: Block[], from: number, size: number): Block[] {
  let logs = 0
  const end = blocks.findIndex((block, index) => {
    if (index < from) return false
    logs += block.logs.length
    return logs >= size
  })
  return blocks.slice(from, end === -1 ? blocks.length : end + 1)
}

async function writeBatch(
  following: Following,
  blocks: Block[],
  headNumber: number,
): Promise<void> {
  const { chain, database, projection, clock, genesisHash, factory } = following
  const last = blocks.at(-1)
  if (!last) return
  const logs = blocks.flatMap((block) => block.logs)
  const stored = blocks.map(({ number, hash, time }) => ({ number, hash, time }))
  const before = following.cursor?.number ?? 0
  const cursor: Cursor = {
    number: last.number,
    hash: last.hash,
    time: last.time,
    genesisHash,
    source: factory,
  }
  const isTimeToThin =
    Math.floor(before / THIN_EVERY) !== Math.floor(last.number / THIN_EVERY)
  await database
    .transaction()
    .execute(async (transaction) => {
      await holdCursor(transaction, following)
      if (logs.length > 0) await projection.apply(transaction, chain, logs)
      await insertBlocks(transaction, chain.id, stored)
      if (isTimeToThin) {
        await thinBlocksBelow(transaction, chain.id, last.number - FINE_BLOCKS)
      }
      await saveCursor(transaction, chain.id, cursor, headNumber, clock())
    })
    .catch(writeFailed)
  following.cursor = cursor
}

/**
 * Keeps the chain for this transaction. Throws `CursorMoved` when another process has written
 * since the cursor was read: what was worked out from it would be counted twice.
 */
export async function holdCursor(
  transaction: Database,
  { chain, cursor }: Following,
): Promise<void> {
  const stored = await lockCursor(transaction, chain.id)
  const isOurs = stored?.number === cursor?.number && stored?.hash === cursor?.hash
  if (!isOurs) throw new CursorMoved('Another process follows this chain too.')
}

/** Nothing is wrong: the next round begins where the other process stands. */
export class CursorMoved extends Error {
  override readonly name = 'CursorMoved'
}

/** A failure of our own side, so that it is not told as the node's. */
export class WriteFailed extends Error {
  override readonly name = 'WriteFailed'
}

export function writeFailed(cause: unknown): never {
  if (cause instanceof CursorMoved) throw cause
  throw new WriteFailed(cause instanceof Error ? cause.message : 'unknown', { cause })
}
