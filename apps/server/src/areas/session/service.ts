import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '@platemark/api/problem'
import { connectorIds } from '@platemark/api/session'
import type { Address, Hex } from 'viem'
import type { Database } from '../../database/database.ts'
import type { AppContext } from '../../http/app-context.ts'
import { networkPrefix } from '../../http/rate-limits.ts'
import { hashToken } from '../../http/session.ts'
import { endUserSessions, listOpenSessions, sessionEnds } from './open-sessions.ts'
import {
  type Challenge,
  consumeChallenge,
  deleteExtraSessions,
  deletePresentedSession,
  deleteUserSessions,
  deleteUsers,
  findChallenge,
  insertSession,
  insertUser,
  listPendingChallenges,
  lockAccounts,
  updateToKey,
} from './queries.ts'
import {
  checkAddress,
  consumeSignInLimit,
  hashNonce,
  MAX_PENDING_TEXTS,
} from './sign-in-checks.ts'
import { isSignedByContract, isSignedByKey } from './signature.ts'
import { type ConnectChain, createChainCaller } from './verify-on-chain.ts'

export { endUserSessions, listOpenSessions }

/**
 * Exchanges a signed text for an access token and ends the session of `token`. Throws
 * `sign_in_failed` for every invalid signature without using up the text, and
 * `chain_unavailable` when only an unreachable chain could verify it.
 */
export async function login(
  context: AppContext,
  connectChain: ConnectChain,
  given: {
    address: string
    signature: Hex
    connector: string
    nonce?: string | undefined
  },
  { client, token }: { client: string; token: string | undefined },
): Promise<{ access_token: string }> {
  const address = checkAddress(given.address)
  await consumeSignInLimit(context, 'sign-in', { client, address })

  const { nonce, signature } = given
  const candidates = await findCandidates(context, { address, client, nonce })
  const proof = await findProof(context, connectChain, { address, signature, candidates })
  if (!proof) throw new Problem('sign_in_failed')
  const connector = connectorIds.find((id) => id === given.connector) ?? 'other'
  return openSession(context, { address, proof, connector, client, token })
}

type Proof = { challenge: Challenge; kind: 'key' | 'contract' }

async function findCandidates(
  { database, clock, configuration }: AppContext,
  sought: { address: Address; client: string; nonce: string | undefined },
): Promise<Challenge[]> {
  const { address, client, nonce } = sought
  const now = clock()
  if (nonce !== undefined) {
    const found = await findChallenge(database, {
      nonce_hash: hashNonce(nonce),
      ...{ address, now },
    })
    return found ? [found] : []
  }
  const most = MAX_PENDING_TEXTS
  const found = await listPendingChallenges(database, { address, client, now, most })
  if (found.length > 0) return found
  // Verified like a pending text, so that timing does not reveal who is about to sign in;
  // it is in no table, so it cannot be used up.
  return [{ nonce_hash: '', message: '', chain_id: configuration.sign_in_chain_id }]
}

async function findProof(
  { chains, configuration: { limits } }: AppContext,
  connectChain: ConnectChain,
  {
    address,
    signature,
    candidates,
  }: {
    address: Address
    signature: Hex
    candidates: Challenge[]
  },
): Promise<Proof | undefined> {
  for (const challenge of candidates) {
    if (await isSignedByKey(address, challenge.message, signature)) {
      return { challenge, kind: 'key' }
    }
  }
  // Without a nonce only the newest text is verified on the chain, to bound the load that
  // a stranger can cause.
  const [challenge] = candidates
  const chain = chains.find(({ id }) => id === challenge?.chain_id)
  if (!challenge || !chain) return undefined
  // The user is waiting at the wallet.
  const signal = AbortSignal.timeout(limits.contract_check_seconds * 1000)
  const { message } = challenge
  const isSigned = await isSignedByContract(connectChain(chain, signal), chain, {
    ...{ address, message, signature },
  })
  return isSigned ? { challenge, kind: 'contract' } : undefined
}

/**
 * Uses up the text, inserts the user if needed and opens the session, in one transaction.
 */
function openSession(
  context: AppContext,
  {
    address,
    proof,
    connector,
    client,
    token,
  }: {
    address: Address
    proof: Proof
    connector: string
    client: string
    token: string | undefined
  },
): Promise<{ access_token: string }> {
  const { database, configuration } = context
  const { limits } = configuration
  const { challenge, kind } = proof
  const hours = kind === 'contract' ? limits.contract_session_hours : limits.session_hours
  const ends = sessionEnds(context)
  const { now } = ends
  const { chain_id } = challenge
  const access_token = newToken()
  return database.transaction().execute(async (transaction) => {
    const isOurs = await consumeChallenge(transaction, challenge.nonce_hash, now)
    if (!isOurs) throw new Problem('sign_in_failed')
    const user_id = await userOf(transaction, { address, kind, chain_id })
    if (token) await deletePresentedSession(transaction, hashToken(token))
    await insertSession(transaction, {
      token_hash: hashToken(access_token),
      ...{ user_id, connector, chain_id },
      client: networkPrefix(client),
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + hours * 3_600_000),
    })
    const keep = limits.sessions_per_user
    await deleteExtraSessions(transaction, { user_id, keep, ...ends })
    return { access_token }
  })
}

/**
 * Returns the user of a proven account. A key's account is one for its address; a
 * contract's is one for its address and network, because elsewhere the address may have
 * another owner. A contract never opens an account that a key has proven; a key takes over
 * what contracts proved at its address, and ends their sessions.
 */
async function userOf(
  transaction: Database,
  proven: { address: Address; kind: 'key' | 'contract'; chain_id: number },
): Promise<string> {
  const { address, kind: account_kind, chain_id } = proven
  const auth_chain_id = account_kind === 'contract' ? chain_id : null
  const [first, ...others] = await lockAccounts(transaction, address)
  if (first?.auth_chain_id === null) {
    if (account_kind === 'contract') throw new Problem('sign_in_failed')
    return first.id
  }
  if (account_kind === 'key' && first) {
    // Sessions opened by a contract must not gain the rights of the key on every chain.
    await deleteUsers(
      transaction,
      others.map(({ id }) => id),
    )
    await deleteUserSessions(transaction, first.id)
    await updateToKey(transaction, first.id)
    return first.id
  }
  const own = [first, ...others].find((account) => account?.auth_chain_id === chain_id)
  return own?.id ?? insertUser(transaction, { address, account_kind, auth_chain_id })
}

/**
 * Returns a token: `plm_`, 256 random bits, and 6 characters of their hash for secret
 * scanners.
 */
function newToken(): string {
  const secret = randomBytes(32).toString('base64url')
  const check = createHash('sha256').update(secret).digest('base64url').slice(0, 6)
  return `plm_${secret}${check}`
}

/**
 * Returns whether an account signed a text: a key's account by its key (EIP-191), a contract's by
 * its contract on `chain_id` (ERC-1271, ERC-6492). Throws `chain_unavailable`.
 */
export async function isSignedByAccount(
  context: AppContext,
  {
    address,
    chain_id,
    message,
    signature,
  }: { address: Address; chain_id: number | null; message: string; signature: Hex },
): Promise<boolean> {
  if (chain_id === null) return isSignedByKey(address, message, signature)
  const chain = context.chains.find(({ id }) => id === chain_id)
  if (!chain) return false
  const signal = AbortSignal.timeout(
    context.configuration.limits.contract_check_seconds * 1000,
  )
  const connected = createChainCaller(context)(chain, signal)
  return isSignedByContract(connected, chain, { address, message, signature })
}
