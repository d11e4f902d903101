import type { SessionStatus } from '@platemark/wallet/session-keys/session-spec'
import { readSessionStatus } from '@platemark/wallet/session-keys/session-state'
import type { Hash } from 'viem'
import type { SessionAccount } from './session-account.ts'

const POLL_MS = 1_000
const MAX_WAIT_MS = 90_000

/**
 * Waits until every session has a status; false where one has not after a minute and a half, or
 * when the signal aborts. Reads that fail are repeated.
 */
export async function awaitSessionStatus(
  { reader, address }: Pick<SessionAccount, 'reader' | 'address'>,
  hashes: readonly Hash[],
  status: SessionStatus,
  signal: AbortSignal,
  times = { pollMs: POLL_MS, maxMs: MAX_WAIT_MS },
): Promise<boolean> {
  const until = performance.now() + times.maxMs
  while (!signal.aborted && performance.now() < until) {
    const read = hashes.map((hash) => readSessionStatus(reader, address, hash))
    const statuses = await Promise.all(read).catch(() => [])
    const isReached = statuses.every((each) => each === status)
    if (statuses.length > 0 && isReached) return true
    await new Promise((resolve) => setTimeout(resolve, times.pollMs))
  }
  return false
}
