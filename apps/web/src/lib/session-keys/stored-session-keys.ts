import { createRecordStore } from '@platemark/mint/record-store'
import type { StoredSession } from '@platemark/wallet/session-keys/session-key-store'

/** Session keys of this browser, encrypted, by account, chain and session. */
export const sessionRecords = createRecordStore<StoredSession>(
  'platemark-sessions',
  'session keys',
)

/** Account of sessions on one chain. */
export type SessionPlace = { account: `0x${string}`; chainId: number }

/** Returns whether this browser has keys of sessions of an account. Loads no further code. */
export async function hasSessionKeys({
  account,
  chainId,
}: SessionPlace): Promise<boolean> {
  const stored = await sessionRecords.list(`${account.toLowerCase()}:${chainId}:`)
  return stored.length > 0
}
