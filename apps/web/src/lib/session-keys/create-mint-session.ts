import { requireValidSpec } from '@platemark/wallet/session-keys/check-session-spec'
import { requireAllowedPolicies } from '@platemark/wallet/session-keys/policy-registry'
import { createSessionKey } from '@platemark/wallet/session-keys/session-key-store'
import {
  hashSessionSpec,
  type SessionSpec,
} from '@platemark/wallet/session-keys/session-spec'
import type { Address, Hex } from 'viem'
import { getBlock } from 'viem/actions'
import { awaitSessionStatus } from './await-session-status.ts'
import { createMintSpec, type MintTerms } from './mint-session.ts'
import { type SessionAccount, sessionKeys } from './session-account.ts'

/** A session whose key exists, and that its owner has not signed. */
export type ProposedSession = { spec: SessionSpec; privateKey: Hex }

/**
 * Makes a key and the terms of its session, before anyone is asked to sign. Throws `WalletError`:
 * `session_spec`, or `policy_not_allowed` where the chain allows no session for this collection.
 */
export async function proposeMintSession(
  account: SessionAccount,
  terms: Omit<MintTerms, 'account' | 'expiresAt'> & { hours: number },
): Promise<ProposedSession> {
  const { privateKey, signer } = createSessionKey()
  // The clock of the chain counts.
  const { timestamp } = await getBlock(account.reader)
  const expiresAt = Number(timestamp) + terms.hours * 3600
  const spec = createMintSpec(signer, { ...terms, account: account.address, expiresAt })
  requireValidSpec(spec, account.address, timestamp)
  await requireAllowedPolicies(account.reader, spec)
  return { spec, privateKey }
}

/**
 * Asks the owner for the call that creates a session, at once, while the browser still lets a window
 * open, and waits until it is active. The key
 * is kept before, because the page may be gone when the wallet answers; it is deleted where the
 * wallet refuses. Throws what the wallet throws.
 */
export async function createProposedSession(
  account: SessionAccount,
  { spec, privateKey, call }: ProposedSession & { call: { to: Address; data: Hex } },
  signal: AbortSignal,
): Promise<boolean> {
  const hash = hashSessionSpec(spec)
  const place = { account: account.address, chainId: account.chain.id }
  const kept = () => sessionKeys.put(place, { hash, spec, privateKey })
  const [sent, saved] = await Promise.allSettled([account.send(call), kept()])
  if (sent.status === 'rejected') {
    await sessionKeys.delete(place, hash)
    throw sent.reason
  }
  if (saved.status === 'rejected') throw saved.reason
  return awaitSessionStatus(account, [hash], 'Active', signal)
}
