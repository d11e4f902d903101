import { firstDifference, hashBlocks } from './block-hashes.ts'
import type { ChainSync } from './chain-sync.ts'
import { RpcDisagreementError } from './errors.ts'
import { fetchHead, refetch } from './fetch-range.ts'
import type { CrossCheck, FetchedRange } from './fetch-result.ts'
import type { IndexedLog } from './projection.ts'
import {
  type IndexedBlock,
  listIndexedBlocks,
  type StoredBlock,
  saveConfirmed,
} from './queries.ts'
import { findStoredBlockBelow, rollbackTo } from './rollback.ts'
import {
  type BlockHeader,
  NoRpcAvailableError,
  RpcBehindError,
  type RpcEndpoint,
} from './rpc/endpoint.ts'
import { transact } from './transact.ts'

/**
 * Fetches a deep range from another endpoint, too, and marks it as confirmed when logs and depth
 * are the same. Throws `RpcDisagreementError` when the logs differ.
 */
export async function crossCheck(
  sync: ChainSync,
  range: FetchedRange,
  rpc: RpcEndpoint,
): Promise<void> {
  const { first, last, responseCache } = range
  const found = await requestOtherRpc(sync, rpc, async (other) => {
    const head = await fetchHead(other)
    if (head.number < last.number) throw new RpcBehindError('Head is below the range.')
    return { head, logs: await refetch(sync, other, { first, last, responseCache }) }
  })
  range.responseCache = undefined
  if (found) compareResponses(sync, range, rpc, found)
}

function compareResponses(
  sync: ChainSync,
  range: FetchedRange,
  rpc: RpcEndpoint,
  found: { result: CrossCheck; endpoint: RpcEndpoint },
): void {
  const { last } = range
  const { logs, head } = found.result
  const difference = logs ? firstDifference(range.logs, logs) : last.number
  if (difference !== undefined) {
    throw disagreement(sync, difference, [rpc, found.endpoint])
  }
  range.isConfirmed = head.number - sync.config.chain.confirmations >= last.number
}

/**
 * Confirms stored blocks that have become deep below `head` (from endpoint `by`), after a
 * cross-check. Where responses differ, rolls back from there and throws `RpcDisagreementError`.
 * Returns whether no further block can be confirmed now.
 */
export async function confirmWindow(
  sync: ChainSync,
  head: BlockHeader,
  by: RpcEndpoint,
): Promise<boolean> {
  const { chain } = sync.config
  const { database, signal } = sync.deps
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { cursor } = sync.state
    if (!cursor || signal.aborted) return true
    const target = Math.min(cursor.number, head.number - chain.confirmations)
    const first = cursor.confirmedNumber + 1
    if (target < first) return true
    const stored = await listIndexedBlocks(
      database,
      chain.id,
      first,
      target,
      MAX_BLOCKS_PER_STEP,
    )
    const hasMoved = await confirmBlocks(sync, firstBlocksOfOneRpc(stored), by)
    if (!hasMoved) return true
  }
  return false
}

// After a long time on one endpoint there is much to confirm: other work is due in between.
const MAX_STEPS = 10
const MAX_BLOCKS_PER_STEP = 500
const MAX_LOGS_PER_STEP = 5000
const MAX_SPAN_BLOCKS = 2000

/** Returns the first blocks in a row from the same endpoint, at most as many as one step takes. */
function firstBlocksOfOneRpc(blocks: IndexedBlock[]): IndexedBlock[] {
  let logs = 0
  const end = blocks.findIndex((block, at) => {
    logs += block.logs
    const isLong =
      logs > MAX_LOGS_PER_STEP ||
      block.number - (blocks[0]?.number ?? 0) > MAX_SPAN_BLOCKS
    return block.rpc !== blocks[0]?.rpc || (at > 0 && isLong)
  })
  return end === -1 ? blocks : blocks.slice(0, end)
}

/** Cross-checks and confirms the blocks. Returns whether the confirmed block has moved. */
async function confirmBlocks(
  sync: ChainSync,
  stored: IndexedBlock[],
  by: RpcEndpoint,
): Promise<boolean> {
  const { chain } = sync.config
  const { clock, projection } = sync.deps
  const { cursor } = sync.state
  const rpc = { name: stored[0]?.rpc ?? '' }
  if (!cursor || stored.length === 0) return false
  const first = cursor.confirmedNumber + 1
  const found = await requestOtherRpc(sync, rpc, async (other) => {
    const blocks = finalizedBlocks(sync, await fetchHead(other), stored)
    const last = blocks.at(-1)
    if (!last) return undefined
    return { blocks, last, logs: await refetch(sync, other, { first, last }) }
  })
  if (!found?.result) return false
  const { endpoint } = found
  const { blocks, last, logs } = found.result
  const difference = logs ? firstDifferentBlock(blocks, logs) : last.number
  if (difference !== undefined) {
    await rollbackDifference(sync, difference, [rpc, endpoint])
  }
  if (!(await isFinalizedByOtherRpc(sync, last, { by, endpoint }))) return false
  const confirmed = { above: cursor.confirmedNumber, upTo: last.number }
  await transact(sync, async (transaction) => {
    await saveConfirmed(transaction, chain.id, last.number, clock())
    await projection.confirm(transaction, chain, confirmed)
  })
  sync.state.cursor = { ...cursor, confirmedNumber: last.number }
  return true
}

/**
 * Reads every stored block that is still provisional again, however deep, from another endpoint.
 * Where responses differ, rolls back from there and throws `RpcDisagreementError`. Returns false
 * where no other endpoint responded.
 */
export async function recheckProvisional(sync: ChainSync): Promise<boolean> {
  const { chain } = sync.config
  const { database } = sync.deps
  const { cursor } = sync.state
  if (!cursor) return true
  for (let first = cursor.confirmedNumber + 1; first <= cursor.number; ) {
    const stored = firstBlocksOfOneRpc(
      await listIndexedBlocks(
        database,
        chain.id,
        first,
        cursor.number,
        MAX_BLOCKS_PER_STEP,
      ),
    )
    const last = stored.at(-1)
    if (!last) return true
    const reader = { name: stored[0]?.rpc ?? '' }
    const found = await refetchElsewhere(sync, reader, { first, last })
    if (!found) return false
    const { result: logs, endpoint } = found
    const difference = logs ? firstDifferentBlock(stored, logs) : last.number
    if (difference !== undefined) {
      await rollbackDifference(sync, difference, [reader, endpoint])
    }
    first = last.number + 1
  }
  return true
}

/**
 * Reads a range again from another endpoint than `reader`. Throws `RpcDisagreementError` where the
 * responses differ. Returns false where no other endpoint responded.
 */
export async function recheckRange(
  sync: ChainSync,
  { first, last, logs }: FetchedRange,
  reader: RpcEndpoint,
): Promise<boolean> {
  const found = await refetchElsewhere(sync, reader, { first, last })
  if (!found) return false
  const difference = found.result ? firstDifference(logs, found.result) : last.number
  if (difference !== undefined) {
    throw disagreement(sync, difference, [reader, found.endpoint])
  }
  return true
}

function refetchElsewhere(
  sync: ChainSync,
  reader: { name: string },
  { first, last }: { first: number; last: StoredBlock },
) {
  return requestOtherRpc(sync, reader, async (other) => {
    const head = await fetchHead(other)
    if (head.number < last.number) throw new RpcBehindError('Head is below the range.')
    return refetch(sync, other, { first, last })
  })
}

/** Rolls back from a block that two endpoints return differently; throws their disagreement. */
async function rollbackDifference(
  sync: ChainSync,
  block: number,
  readers: { name: string }[],
): Promise<never> {
  const below = await findStoredBlockBelow(sync, block)
  await rollbackTo(sync, below, 'provisional blocks differ')
  throw disagreement(sync, block, readers)
}

/** Returns the blocks that are deep below the head of the cross-checking endpoint. */
function finalizedBlocks(
  { config: { chain } }: ChainSync,
  head: BlockHeader,
  blocks: IndexedBlock[],
): IndexedBlock[] {
  const deepest = head.number - chain.confirmations
  return blocks.filter(({ number }) => number <= deepest)
}

/** Returns whether a head of another endpoint than the cross-checking one makes the block deep. */
async function isFinalizedByOtherRpc(
  sync: ChainSync,
  { number }: { number: number },
  { by, endpoint }: { by: RpcEndpoint; endpoint: RpcEndpoint },
): Promise<boolean> {
  if (by.name !== endpoint.name || sync.deps.rpcPool.names.length === 1) return true
  const found = await requestOtherRpc(sync, endpoint, fetchHead)
  return (found?.result.number ?? 0) - sync.config.chain.confirmations >= number
}

/**
 * Requests another endpoint, or the same where there is only one. Returns undefined and sets
 * `isUnverified` while no other is available.
 */
async function requestOtherRpc<T>(
  sync: ChainSync,
  exclude: { name: string },
  work: (endpoint: RpcEndpoint) => Promise<T>,
): Promise<{ result: T; endpoint: RpcEndpoint } | undefined> {
  const { rpcPool, signal } = sync.deps
  try {
    const found = await rpcPool.request(work, { signal, exclude })
    sync.state.isUnverified = false
    return found
  } catch (error) {
    if (!(error instanceof NoRpcAvailableError)) throw error
    sync.state.isUnverified = true
    return undefined
  }
}

/** Returns the lowest block whose stored logs differ from these; undefined when none does. */
function firstDifferentBlock(
  blocks: IndexedBlock[],
  logs: IndexedLog[],
): number | undefined {
  const hashes = hashBlocks(logs)
  const differing = blocks
    .filter(({ number, logs_hash }) => (hashes.get(number) ?? null) !== logs_hash)
    .map(({ number }) => number)
  const stored = new Set(blocks.map(({ number }) => number))
  const unknown = [...hashes.keys()].filter((number) => !stored.has(number))
  return [...differing, ...unknown].sort((a, b) => a - b)[0]
}

function disagreement(
  { config: { chain }, deps: { rpcPool, metrics } }: ChainSync,
  block: number,
  endpoints: { name: string }[],
): RpcDisagreementError {
  for (const name of new Set(endpoints.map((endpoint) => endpoint.name))) {
    rpcPool.penalize({ name }, 'Logs differ between two responses.')
    metrics.rpcFailure(chain.alias, name, 'disagreement')
  }
  return new RpcDisagreementError(block)
}
