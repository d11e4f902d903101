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
  findChallenge,
  insertSession,
  listPendingChallenges,
  updateToKey,
  upsertUser,
} from './queries.ts'
import {
  checkAddress,
  consumeSignInLimit,
  hashNonce,
  MAX_PENDING_TEXTS,
} from './sign-in-checks.ts'
import { isSignedByContract, isSignedByKey } from './signature.ts'
import type { ConnectChain } from './verify-on-chain.ts'

export { endUserSessions, listOpenSessions }

/**
 * Exchanges a signed text for an access token. Every way a signature can be wrong is the
 * same `sign_in_failed`; a text is used up only by success. Throws `chain_unavailable` when
 * only the chain could tell and it does not answer. The session of `token` ends, whosever it
 * is: who holds a token may end it, and their browser forgets it for the new one.
 */
export async function login(
  context: AppContext,
  askChain: ConnectChain,
  given: {
    address: string
    signature: string
    connector: string
    nonce?: string | undefined
  },
  { client, token }: { client: string; token: string | undefined },
): Promise<{ access_token: string }> {
  const address = checkAddress(given.address)
  // Safe: the API schema holds it to hexadecimal digits.
  const signature = given.signature.toLowerCase() as Hex
  await consumeSignInLimit(context, 'sign-in', { client, address })

  const { nonce } = given
  const candidates = await findCandidates(context, { address, client, nonce })
  const proof = await findProof(context, askChain, { address, signature, candidates })
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
  // Checked like a pending text, so that the time tells nobody who is about to sign in; it
  // is in no table, so nobody can use it up.
  return [{ nonce_hash: '', message: '', chain_id: configuration.sign_in_chain_id }]
}

async function findProof(
  { chains, configuration: { limits } }: AppContext,
  askChain: ConnectChain,
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
  // Without a nonce only the newest: a stranger's call must not make nodes work four times.
  const [challenge] = candidates
  const chain = chains.find(({ id }) => id === challenge?.chain_id)
  if (!challenge || !chain) return undefined
  // Somebody waits at their wallet.
  const signal = AbortSignal.timeout(limits.contract_check_seconds * 1000)
  const { message } = challenge
  const isSigned = await isSignedByContract(askChain(chain, signal), chain, {
    ...{ address, message, signature },
  })
  return isSigned ? { challenge, kind: 'contract' } : undefined
}

/** Uses the text up, finds or makes the user and opens the session: all of it or nothing. */
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
 * The same address on another chain may be somebody else's contract: an account first
 * proven on one chain, or by its key, is never opened by a contract elsewhere. A key opens
 * what a contract has proven, and ends what that had opened.
 */
async function userOf(
  transaction: Database,
  proven: { address: Address; kind: 'key' | 'contract'; chain_id: number },
): Promise<string> {
  const { address, kind, chain_id } = proven
  const id = await upsertUser(transaction, {
    address,
    account_kind: kind,
    auth_chain_id: kind === 'contract' ? chain_id : null,
  })
  if (id !== undefined) return id
  if (kind === 'contract') throw new Problem('sign_in_failed')
  // What a contract opened must not open what only the key may, on every chain.
  const user_id = await updateToKey(transaction, address)
  await deleteUserSessions(transaction, user_id)
  return user_id
}

/** `plm_`, 256 random bits, and 6 characters of their hash so that scanners can tell one. */
function newToken(): string {
  const secret = randomBytes(32).toString('base64url')
  const check = createHash('sha256').update(secret).digest('base64url').slice(0, 6)
  return `plm_${secret}${check}`
}
