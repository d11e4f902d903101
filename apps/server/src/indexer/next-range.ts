import type { ChainSync } from './chain-sync.ts'
import { crossCheck } from './confirm.ts'
import { fetchRange, needsNoCrossCheck } from './fetch-range.ts'
import type { FetchResult, ParentBlock } from './fetch-result.ts'
import { NoRpcAvailableError } from './rpc/endpoint.ts'

// Responses without a new block in a row, after which another endpoint is requested.
const MAX_UP_TO_DATE = 3

/** Returns the prefetched range, or fetches one. */
export async function nextRange(sync: ChainSync): Promise<FetchResult> {
  const { prefetched, cursor, upToDate } = sync.state
  sync.state.prefetched = undefined
  if (prefetched) return prefetched
  // An endpoint that is always up to date may be stuck.
  const exclude = upToDate.times >= MAX_UP_TO_DATE ? upToDate : undefined
  const result = await fetchVerified(sync, cursor, exclude)
  const isAgain = result.kind === 'upToDate' && result.endpoint.name === upToDate.name
  const times = result.kind !== 'upToDate' ? 0 : isAgain ? upToDate.times + 1 : 1
  sync.state.upToDate = { name: result.endpoint.name, times }
  return result
}

/** Fetches the next range; a deep one is cross-checked at once, as it has no second fetch. */
export async function fetchVerified(
  sync: ChainSync,
  parent: ParentBlock | undefined,
  exclude?: { name: string },
): Promise<FetchResult> {
  const { rpcPool, signal } = sync.deps
  const { result } = await rpcPool.request(
    (endpoint) => fetchRange(sync, parent, endpoint),
    { signal, exclude },
  )
  if (result.kind !== 'range') return result
  const { range, endpoint } = result
  if (needsNoCrossCheck(sync, range.last.number, range.head)) range.isConfirmed = true
  else if (range.isDeep) await crossCheck(sync, range, endpoint)
  return result
}

/** Fetches from another endpoint; returns `result` where none is available. */
export async function fetchFromOtherRpc(
  sync: ChainSync,
  parent: ParentBlock | undefined,
  result: FetchResult,
): Promise<FetchResult> {
  try {
    return await fetchVerified(sync, parent, result.endpoint)
  } catch (error) {
    if (error instanceof NoRpcAvailableError) return result
    throw error
  }
}
