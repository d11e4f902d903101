import type { ChainSync } from './chain-sync.ts'
import { InconsistentRpcError } from './errors.ts'
import type { FetchResult } from './fetch-result.ts'
import { fetchFromOtherRpc } from './next-range.ts'
import { type Cursor, listBlocksDescending, type StoredBlock } from './queries.ts'
import { findStoredBlockBelow, rollbackTo } from './rollback.ts'
import {
  InvalidRpcResponseError,
  type RpcEndpoint,
  RpcUnavailableError,
} from './rpc/endpoint.ts'

const MAX_LAG_MS = 60_000
// Endpoints behind one load balancer differ by a few blocks all the time.
const MAX_LAG_BLOCKS = 10

/**
 * Handles a head below the cursor: another endpoint is requested first, because this one may lag,
 * and a reorg is assumed only after `MAX_LAG_MS`. Returns whether to wait before the next round.
 */
export async function handleHeadBehind(
  sync: ChainSync,
  result: FetchResult & { kind: 'headBehind' },
): Promise<boolean> {
  const { state } = sync
  const { cursor } = state
  // An embedded chain has one node, which is right.
  if (sync.config.chain.isDemo) return handleReorg(sync, result.endpoint)
  const second = await fetchFromOtherRpc(sync, cursor, result)
  if (second.kind !== 'headBehind') {
    if (cursor && result.head.number < cursor.number - MAX_LAG_BLOCKS) {
      sync.deps.rpcPool.penalize(result.endpoint, 'Head lags far behind other endpoints.')
    }
    state.prefetched = Promise.resolve(second)
    return false
  }
  state.headBehindSince ??= performance.now()
  if (performance.now() - state.headBehindSince < MAX_LAG_MS) return true
  return handleReorg(sync, second.endpoint)
}

/**
 * Rolls back the blocks that are no longer on the chain of `endpoint`. Returns whether to wait
 * before the next round: no block was rolled back, so the cursor's block is on the chain again.
 */
export async function handleReorg(
  sync: ChainSync,
  endpoint: RpcEndpoint,
): Promise<boolean> {
  const { rpcPool, projection, database } = sync.deps
  const { state } = sync
  try {
    if (await rollbackReorg(sync, endpoint)) return false
  } catch (error) {
    if (
      error instanceof InvalidRpcResponseError ||
      error instanceof RpcUnavailableError
    ) {
      rpcPool.penalize(endpoint, error.message)
    }
    throw error
  }
  if (state.lastUnstableRpc === endpoint.name) {
    rpcPool.penalize(endpoint, 'Blocks change between two requests.')
  }
  state.lastUnstableRpc = endpoint.name
  // The void response may have added addresses that do not exist.
  const addresses = await projection.listAddresses(database, sync.config.chain.id)
  state.addresses = new Set(addresses)
  return true
}

/**
 * Rolls back to the newest stored block that is on the chain of `endpoint`, however deep; below
 * the confirmed block only with a second endpoint. Returns whether a block was rolled back.
 */
async function rollbackReorg(sync: ChainSync, endpoint: RpcEndpoint): Promise<boolean> {
  const { chain } = sync.config
  const { log, metrics } = sync.deps
  const { cursor } = sync.state
  if (!cursor) return false
  const ancestor = await ancestorOf(sync, cursor, endpoint)
  if (ancestor?.hash === cursor.hash) return false

  const to = ancestor?.number ?? -1
  const isDeep = to < cursor.confirmedNumber && chain.confirmations > 0
  if (isDeep) await requireSecondRpc(sync, cursor, endpoint)
  const depth = cursor.number - to
  const fields = { chain: chain.alias, depth, from: cursor.number, to }
  if (isDeep) log.error(fields, 'reorg below the confirmed block')
  else log.info(fields, 'reorg detected')
  metrics.reorg(chain.alias, depth, isDeep)
  await rollbackTo(sync, ancestor, 'block hash changed')
  return true
}

/** Returns the newest stored block that the endpoint has; undefined when it has none of them. */
async function ancestorOf(
  { config: { chain }, deps: { database } }: ChainSync,
  cursor: Cursor,
  endpoint: RpcEndpoint,
): Promise<StoredBlock | undefined> {
  const head = await endpoint.readHeader('latest')
  if (!head) throw new InvalidRpcResponseError('Latest block is null.')
  let isReplaced = chain.isDemo
  // Small at first, because most reorgs are shallow.
  let page = 8
  for (let below = cursor.number; ; page = Math.min(page * 2, 100)) {
    const stored = await listBlocksDescending(database, chain.id, below, page)
    const last = stored.at(-1)
    if (!last) break
    const found = await endpoint.readHeaders(stored.map(({ number }) => number))
    const ancestor = stored.find((block, at) => found[at]?.hash === block.hash)
    if (ancestor) return ancestor
    if (stored.some(({ number }, at) => !found[at] && number <= head.number)) {
      throw new RpcUnavailableError('Block below the head is missing.')
    }
    isReplaced ||= found.some((header) => header !== undefined)
    below = last.number - 1
  }
  // A missing block is no other block: the endpoint may not have it yet.
  if (!isReplaced) throw new RpcUnavailableError('Stored blocks are all missing.')
  return undefined
}

/**
 * Requires another endpoint to lack the newest confirmed block too. Throws `InconsistentRpcError`
 * when it still has that block, and `RpcUnavailableError` when it has no block of that number.
 */
async function requireSecondRpc(
  sync: ChainSync,
  cursor: Cursor,
  endpoint: RpcEndpoint,
): Promise<void> {
  const { rpcPool, signal } = sync.deps
  const stored = await findStoredBlockBelow(sync, cursor.confirmedNumber + 1)
  if (!stored) return
  const { result } = await rpcPool.request((other) => other.readHeader(stored.number), {
    signal,
    exclude: endpoint,
  })
  if (!result)
    throw new RpcUnavailableError(
      'Confirmed block is missing on the second endpoint, too.',
    )
  if (result.hash === stored.hash) {
    throw new InconsistentRpcError(
      endpoint,
      'Confirmed block is missing, and other endpoints have it.',
    )
  }
}
