import type { ChainSync } from './chain-sync.ts'
import { crossCheck } from './confirm.ts'
import { fetchRange, needsNoCrossCheck } from './fetch-range.ts'
import type { FetchResult, ParentBlock } from './fetch-result.ts'
import { NoRpcAvailableError } from './rpc/endpoint.ts'

// So often in a row an endpoint may say that nothing is new before another one is asked.
const MAX_UP_TO_DATE = 3

/** The range that was read while the last one was written, or one that is read now. */
export async function nextRange(sync: ChainSync): Promise<FetchResult> {
  const { prefetched, cursor, upToDate } = sync
  sync.prefetched = undefined
  if (prefetched) return prefetched
  // One that always says so may hold the chain back.
  const exclude = upToDate.times >= MAX_UP_TO_DATE ? upToDate : undefined
  const reading = await fetchVerified(sync, cursor, exclude)
  const isIdleAgain = reading.kind === 'idle' && reading.endpoint.name === upToDate.name
  const times = reading.kind !== 'idle' ? 0 : isIdleAgain ? upToDate.times + 1 : 1
  sync.upToDate = { name: reading.endpoint.name, times }
  return reading
}

/** One reading; what is too deep to be looked at again later is read a second time at once. */
export async function fetchVerified(
  sync: ChainSync,
  joint: ParentBlock | undefined,
  exclude?: { name: string },
): Promise<FetchResult> {
  const { rpcPool, signal } = sync
  const { answer: reading } = await rpcPool.request(
    (endpoint) => fetchRange(sync, joint, endpoint),
    { signal, exclude },
  )
  if (reading.kind !== 'range') return reading
  const { range, endpoint } = reading
  if (needsNoCrossCheck(sync, range.last.number, range.head)) range.isConfirmed = true
  else if (range.isDeep) await crossCheck(sync, range, endpoint)
  return reading
}

/** Another endpoint's word, or the same where none answers. */
export async function fetchFromOtherRpc(
  sync: ChainSync,
  joint: ParentBlock | undefined,
  reading: FetchResult,
): Promise<FetchResult> {
  try {
    return await fetchVerified(sync, joint, reading.endpoint)
  } catch (error) {
    if (error instanceof NoRpcAvailableError) return reading
    throw error
  }
}
