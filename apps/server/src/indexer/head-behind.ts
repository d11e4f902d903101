import type { ChainSync } from './chain-sync.ts'
import type { FetchResult } from './fetch-result.ts'
import { fetchFromOtherRpc } from './next-range.ts'
import { rollbackReorg } from './reorg.ts'
import {
  InvalidRpcResponseError,
  type RpcEndpoint,
  RpcUnavailableError,
} from './rpc/endpoint.ts'

const MAX_LAG_MS = 60_000
// Siblings that share a load differ by a few blocks all the time.
const MAX_LAG_BLOCKS = 10

/**
 * A head below the cursor may come from an endpoint that is behind its siblings: they are asked,
 * and only if it stays so it is believed. An embedded chain has one node, which is right.
 * Answers whether to wait.
 */
export async function handleHeadBehind(
  sync: ChainSync,
  reading: FetchResult & { kind: 'below' },
): Promise<boolean> {
  const { chain, cursor } = sync
  if (chain.isDemo) return handleReorg(sync, reading.endpoint)
  const second = await fetchFromOtherRpc(sync, cursor, reading)
  if (second.kind !== 'below') {
    if (cursor && reading.head.number < cursor.number - MAX_LAG_BLOCKS) {
      sync.rpcPool.penalize(reading.endpoint, 'It lags far behind its siblings.')
    }
    sync.prefetched = Promise.resolve(second)
    return false
  }
  sync.headBehindSince ??= performance.now()
  if (performance.now() - sync.headBehindSince < MAX_LAG_MS) return true
  return handleReorg(sync, second.endpoint)
}

/**
 * Takes back what is no longer on the chain. Answers whether to wait: nothing was to be taken back,
 * so the block stands again.
 */
export async function handleReorg(
  sync: ChainSync,
  endpoint: RpcEndpoint,
): Promise<boolean> {
  const { rpcPool, projection, database, chain } = sync
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
  if (sync.lastUnstableRpc === endpoint.name) {
    rpcPool.penalize(endpoint, 'It changes its blocks while they are read.')
  }
  sync.lastUnstableRpc = endpoint.name
  // The reading that was void may have named addresses that do not exist.
  sync.addresses = new Set(await projection.listAddresses(database, chain.id))
  return true
}
