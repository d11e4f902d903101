import { abortableSleep } from './backoff.ts'
import { hashBlocks } from './block-hashes.ts'
import type { ChainSync } from './chain-sync.ts'
import { confirmWindow } from './confirm.ts'
import { InconsistentRpcError } from './errors.ts'
import type { FetchedRange, FetchResult } from './fetch-result.ts'
import { nameFactories } from './name-factories.ts'
import { fetchVerified } from './next-range.ts'
import { type IndexedLog, InvalidLogError, type UnreadableLog } from './projection.ts'
import { type Cursor, insertBlocks, pruneBlocks, saveCursor } from './queries.ts'
import { requireAgreement } from './require-agreement.ts'
import { transact } from './transact.ts'

/** Writes a range, and prefetches the next one meanwhile. */
export async function applyRange(
  sync: ChainSync,
  { range, endpoint }: FetchResult & { kind: 'range' },
): Promise<void> {
  const { last, head } = range
  if (range.isConfirmed && !sync.config.chain.isDemo) {
    // The confirmed block must not skip blocks that were fetched only once.
    await confirmWindow(sync, head, endpoint)
    const { cursor } = sync.state
    range.isConfirmed = !cursor || cursor.confirmedNumber === cursor.number
  }
  const prefetch = () => {
    if (sync.state.prefetched || last.number >= head.number) return
    sync.state.prefetched = fetchVerified(sync, last).then((result) =>
      decodeAhead(sync, result),
    )
    // The next round awaits it and handles its failure, unless the sync ends before.
    sync.state.prefetched.catch(() => {})
  }
  try {
    const checked = range.isConfirmed ? range : withBlockHashes(range)
    await writeRange(sync, checked, prefetch, (conflict) =>
      requireAgreement(sync, checked, endpoint, conflict),
    )
  } catch (error) {
    if (!(error instanceof InvalidLogError)) throw error
    throw new InconsistentRpcError(endpoint, error.message)
  }
  sync.state.conflictCount = 0
}

/** Adds the hashes that a later cross-check compares. */
function withBlockHashes(range: FetchedRange): FetchedRange {
  const hashes = hashBlocks(range.logs)
  const blocks = range.blocks.map((block) => ({
    ...block,
    logs_hash: hashes.get(block.number) ?? null,
  }))
  return { ...range, blocks }
}

/** Returns the logs of the first transaction: many unless readers share the process. */
export function initialBatchSize(isEmbedded: boolean): number {
  return isEmbedded ? 100 : MAX_LOGS_PER_BATCH
}

// The embedded database blocks readers while a batch is written: this is how long they wait.
const EMBEDDED_BATCH_MS = 15
const SERVER_BATCH_MS = 250

// Larger batches gain no speed and block other transactions longer.
const MAX_LOGS_PER_BATCH = 8000

// Deeper reorgs are found, too, but less exactly: one hash in a thousand is kept.
const UNPRUNED_BLOCKS = 10_000
const PRUNE_INTERVAL_BLOCKS = 1000

// Ranks are deferred while the blocks are older than this.
const BACKFILL_AGE_MS = 2 * 3_600_000

/**
 * Writes a range in batches of whole blocks, each one transaction of rows, aggregates and cursor,
 * until the signal is aborted. Calls `meanwhile` in each batch while the database works. Where a log
 * cannot be applied, `onConflict` decides: unless it throws, the log sets its collection aside.
 * Throws `InvalidLogError` (logs out of order), `CursorMovedError` and `WriteFailedError`.
 */
async function writeRange(
  sync: ChainSync,
  range: FetchedRange,
  meanwhile: () => void,
  onConflict: (conflict: InvalidLogError) => Promise<void>,
): Promise<void> {
  let left = range
  while (left.blocks.length > 0 && !sync.deps.signal.aborted) {
    const { batch, after } = takeBatch(left, left.decoded?.size ?? sync.state.batchSize)
    const began = performance.now()
    try {
      await writeBatch(sync, batch, meanwhile)
    } catch (error) {
      if (!(error instanceof InvalidLogError)) throw error
      await onConflict(error)
      // Decoded anew: the failed attempt has changed the events.
      await writeBatch(sync, { ...batch, decoded: undefined }, () => {}, true)
    }
    const tookMs = performance.now() - began
    adaptBatchSize(sync, batch.logs.length, tookMs)
    left = { ...after, decoded: undefined }
    if (left.blocks.length > 0 || batch.logs.length > 0) {
      await yieldToReaders(sync, tookMs)
    }
  }
}

/** Leaves readers of an embedded database as much time as the batch took. */
async function yieldToReaders(sync: ChainSync, tookMs: number): Promise<void> {
  await abortableSleep(sync.config.isEmbedded ? tookMs : 0, sync.deps.signal)
}

function adaptBatchSize(sync: ChainSync, logs: number, tookMs: number): void {
  const { chain, isEmbedded } = sync.config
  const { metrics } = sync.deps
  const { cursor } = sync.state
  metrics.batch(chain.alias, logs, tookMs)
  if (logs >= sync.state.batchSize / 2) {
    const goal = isEmbedded ? EMBEDDED_BATCH_MS : SERVER_BATCH_MS
    const factor = Math.max(0.5, Math.min(isEmbedded ? 1.2 : 2, goal / tookMs))
    sync.state.batchSize = Math.max(
      20,
      Math.min(MAX_LOGS_PER_BATCH, Math.round(sync.state.batchSize * factor)),
    )
  }
  if (cursor) sync.deps.onApplied?.(chain.id)
}

/** Splits a range after the first whole blocks with at least `size` logs. */
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

/** Decodes the first batch of a range ahead of its turn. */
function decodeAhead(sync: ChainSync, result: FetchResult): FetchResult {
  if (result.kind !== 'range') return result
  const size = sync.state.batchSize
  const { logs } = takeBatch(result.range, size).batch
  if (logs.length === 0) return result
  return {
    ...result,
    range: { ...result.range, decoded: { size, apply: decodeLogs(sync, logs) } },
  }
}

/** Returns an error instead of throwing it: these logs may never get their turn. */
function decodeLogs(
  { config: { chain }, deps: { projection } }: ChainSync,
  logs: IndexedLog[],
) {
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
  setsAside = false,
): Promise<void> {
  const { chain } = sync.config
  const { clock } = sync.deps
  let unreadable: UnreadableLog[] = []
  const { genesisHash } = sync.state
  const last = blocks.at(-1)
  if (!last) return
  const apply = decoded?.apply ?? (logs.length > 0 ? decodeLogs(sync, logs) : undefined)
  if (apply instanceof InvalidLogError) throw apply
  const before = sync.state.cursor
  const isBackfilling =
    last.number < head.number - chain.confirmations &&
    clock().getTime() - last.time.getTime() > BACKFILL_AGE_MS
  const cursor: Cursor = {
    number: last.number,
    hash: last.hash,
    time: last.time,
    genesisHash,
    factory: nameFactories(sync.config),
    confirmedNumber: isConfirmed ? last.number : (before?.confirmedNumber ?? -1),
    isBackfilled: (before?.isBackfilled ?? true) && !(isBackfilling && logs.length > 0),
  }
  if (!apply) meanwhile()
  await transact(sync, async (transaction) => {
    const isBackfilling = !cursor.isBackfilled
    const options = { isBackfilling, meanwhile, now: clock(), setsAside }
    unreadable = (await apply?.(transaction, options)) ?? []
    // For confirmed blocks the last one is enough to find the ancestor of a very deep reorg.
    await insertBlocks(transaction, chain.id, isDeep && isConfirmed ? [last] : blocks)
    if (isPruneDue(before?.number ?? 0, last.number)) {
      const below = Math.min(last.number - UNPRUNED_BLOCKS, cursor.confirmedNumber)
      await pruneBlocks(transaction, chain.id, below)
    }
    await saveCursor(transaction, chain.id, cursor, head.number, clock())
  })
  sync.state.cursor = cursor
  reportUnreadable(sync, unreadable)
}

function reportUnreadable(
  { config: { chain }, deps: { log, metrics } }: ChainSync,
  unreadable: UnreadableLog[],
): void {
  for (const { address, blockNumber, logIndex, transactionHash, reason } of unreadable) {
    log.error(
      {
        chain: chain.alias,
        address,
        block: blockNumber,
        log_index: logIndex,
        transaction: transactionHash,
        reason,
      },
      address ? 'unreadable log, collection set aside' : 'unreadable creation skipped',
    )
    metrics.unreadableLog(chain.alias)
  }
}

function isPruneDue(before: number, after: number): boolean {
  return (
    Math.floor(before / PRUNE_INTERVAL_BLOCKS) !==
    Math.floor(after / PRUNE_INTERVAL_BLOCKS)
  )
}
