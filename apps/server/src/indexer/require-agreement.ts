import type { ChainSync } from './chain-sync.ts'
import { recheckProvisional, recheckRange } from './confirm.ts'
import { InconsistentRpcError } from './errors.ts'
import type { FetchedRange } from './fetch-result.ts'
import type { InvalidLogError } from './projection.ts'
import type { RpcEndpoint } from './rpc/endpoint.ts'

/** Conflicts in a row without a second response, after which one response is enough. */
const MAX_CONFLICTS = 4

/**
 * Returns when the log of a conflict is what the chain has, as far as the endpoints show: every
 * stored block that is still provisional and the range itself were read a second time, elsewhere,
 * with the same result. Then the log sets its collection aside (see `rollbackTo`). Throws
 * `RpcDisagreementError` where two readings differ, and `InconsistentRpcError` while no other
 * endpoint responds; after `MAX_CONFLICTS` of those the log counts provisionally, as its block does:
 * the next reading that differs brings the collection back.
 */
export async function requireAgreement(
  sync: ChainSync,
  range: FetchedRange,
  endpoint: RpcEndpoint,
  conflict: InvalidLogError,
): Promise<void> {
  // Two endpoints have returned it already; a single one is asked again.
  if (range.isConfirmed && sync.deps.rpcPool.names.length > 1) return
  const isRead =
    (await recheckProvisional(sync)) && (await recheckRange(sync, range, endpoint))
  if (isRead) return
  sync.state.conflictCount += 1
  if (sync.state.conflictCount < MAX_CONFLICTS) {
    throw new InconsistentRpcError(endpoint, conflict.message)
  }
}
