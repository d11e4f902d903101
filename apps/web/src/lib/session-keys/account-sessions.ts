import {
  type ListedSession,
  listSessions,
} from '@platemark/wallet/session-keys/list-sessions'
import { encodeRevocation } from '@platemark/wallet/session-keys/revoke-sessions'
import { readSessionState } from '@platemark/wallet/session-keys/session-state'
import { sessionModule } from '@platemark/wallet/smart-account/contracts'
import type { Hash } from 'viem'
import { awaitSessionStatus } from './await-session-status.ts'
import { type SessionAccount, sessionKeys } from './session-account.ts'

/** A session of the account; `isOwn` where this browser has its key. */
export type AccountSession = Pick<ListedSession, 'hash' | 'spec' | 'state'> & {
  isOwn: boolean
}

/** Sessions of an account; `isWhole` is false where the node lists those of this browser only. */
export type AccountSessions = { sessions: AccountSession[]; isWhole: boolean }

/**
 * Lists the sessions of an account that were not revoked, those of other sites too, the newest
 * first. A node that does not serve so many logs leaves those of this browser. Throws the error of
 * a node that does not answer at all.
 */
export async function listAccountSessions(
  account: SessionAccount,
): Promise<AccountSessions> {
  const { reader, address, chain } = account
  const own = await sessionKeys.list({ account: address, chainId: chain.id })
  const isOwn = (hash: Hash) => own.some((one) => one.hash === hash)
  const listed = await listSessions(reader, address, 0n).catch(() => null)
  const isListed = ({ hash }: { hash: Hash }) => listed?.some((one) => one.hash === hash)
  const unlisted = await Promise.all(
    own
      .filter((one) => !isListed(one))
      .map(async ({ hash, spec }) => ({
        hash,
        spec,
        state: await readSessionState(reader, address, spec),
      })),
  )
  const closed = unlisted.filter(({ state }) => state.status === 'Closed')
  // They were ended elsewhere: their keys are of no use.
  await forgetSessionKeys(
    account,
    closed.map(({ hash }) => hash),
  )
  const open = [...unlisted, ...(listed ?? [])].filter((one) => !closed.includes(one))
  const sessions = open.map(({ hash, spec, state }) => ({
    ...{ hash, spec, state },
    isOwn: isOwn(hash),
  }))
  return { sessions, isWhole: listed !== null }
}

/**
 * Asks the owner to end sessions by one transaction, and waits until they are closed; their keys
 * are deleted from this browser then. Returns false where the chain has not closed them yet. Throws
 * what the wallet throws.
 */
export async function revokeAccountSessions(
  account: SessionAccount,
  hashes: readonly Hash[],
  signal: AbortSignal,
): Promise<boolean> {
  await account.send({ to: sessionModule, data: encodeRevocation(hashes) })
  const isClosed = await awaitSessionStatus(account, hashes, 'Closed', signal)
  if (isClosed) await forgetSessionKeys(account, hashes)
  return isClosed
}

/** Deletes keys of sessions from this browser, by default all of the account. */
export async function forgetSessionKeys(
  { address, chain }: Pick<SessionAccount, 'address' | 'chain'>,
  hashes?: readonly Hash[],
): Promise<void> {
  const place = { account: address, chainId: chain.id }
  const gone = hashes ?? (await sessionKeys.list(place)).map(({ hash }) => hash)
  await Promise.all(gone.map((hash) => sessionKeys.delete(place, hash)))
}
