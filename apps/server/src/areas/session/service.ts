import { createHash, randomBytes, randomInt } from 'node:crypto'
import { type FieldProblems, Problem } from '@platemark/wire/problem'
import { connectorIds } from '@platemark/wire/session'
import { type Address, checksumAddress, type Hex, isAddress, zeroAddress } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import type { Database } from '../../platform/database.ts'
import { countUse } from '../../platform/limits.ts'
import type { Resources } from '../../platform/resources.ts'
import { hashToken } from '../../platform/session.ts'
import {
  type Challenge,
  consumeChallenge,
  deleteExtraChallenges,
  deleteExtraSessions,
  findChallenge,
  insertChallenge,
  insertSession,
  listChallengesOf,
  upsertUser,
} from './queries.ts'
import { isSignedByContract, isSignedByKey } from './signature.ts'

/**
 * Makes the EIP-4361 text that proves control of `address`, and keeps it until it is used
 * or expires. Throws `validation_failed` and `too_many_requests`.
 */
export async function createSignatureMessage(
  resources: Resources,
  asked: { address: string; chain_id?: number | undefined },
  { client, origin }: { client: string; origin: string | undefined },
): Promise<{ message: string; nonce: string; expires_at: Date }> {
  const { configuration, database, chains, clock } = resources
  const address = checkAddress(asked.address)
  const chain_id = asked.chain_id ?? configuration.sign_in_chain_id
  if (asked.chain_id && !chains.some(({ id }) => id === asked.chain_id)) {
    throw invalid({ chain_id: ['This network is not enabled here.'] })
  }
  await countSignIn(resources, 'text', { client, address })

  const now = clock()
  const expires_at = new Date(
    now.getTime() + configuration.limits.sign_in_text_seconds * 1000,
  )
  const nonce = newNonce()
  const site = new URL(siteOf(resources, origin))
  const message = createSiweMessage({
    domain: site.host,
    address: checksumAddress(address),
    statement: configuration.sign_in_statement,
    uri: site.origin,
    version: '1',
    chainId: chain_id,
    nonce,
    issuedAt: now,
    expirationTime: expires_at,
  })
  await insertChallenge(database, {
    nonce_hash: hash(nonce),
    address,
    chain_id,
    message,
    client,
    created_at: now,
    expires_at,
  })
  await deleteExtraChallenges(database, { address, client, keep: CANDIDATES, now })
  return { message, nonce, expires_at }
}

/**
 * Exchanges a signed text for an access token. Every way a signature can be wrong is the
 * same `sign_in_failed`; a text is used up only by success. Throws `chain_unavailable` when
 * only the chain could tell and it does not answer.
 */
export async function login(
  resources: Resources,
  given: {
    address: string
    signature: string
    connector: string
    nonce?: string | undefined
  },
  client: string,
): Promise<{ access_token: string }> {
  const address = checkAddress(given.address)
  // Safe: the wire's schema holds it to hexadecimal digits.
  const signature = given.signature.toLowerCase() as Hex
  await countSignIn(resources, 'sign-in', { client, address })

  const candidates = await findCandidates(resources, {
    address,
    client,
    nonce: given.nonce,
  })
  const proof = await findProof(resources, { address, signature, candidates })
  if (!proof) throw new Problem('sign_in_failed')
  const connector = connectorIds.find((id) => id === given.connector) ?? 'other'
  return openSession(resources, { address, proof, connector, client })
}

type Proof = { challenge: Challenge; kind: 'key' | 'contract' }

/** How many texts may be pending for one wallet and client, and are tried without a nonce. */
const CANDIDATES = 4

async function findCandidates(
  { database, clock }: Resources,
  sought: { address: Address; client: string; nonce: string | undefined },
): Promise<Challenge[]> {
  const { address, client, nonce } = sought
  const now = clock()
  if (nonce === undefined) {
    return listChallengesOf(database, { address, client, now, most: CANDIDATES })
  }
  const found = await findChallenge(database, { nonce_hash: hash(nonce), address, now })
  return found ? [found] : []
}

async function findProof(
  { chains, configuration: { limits } }: Resources,
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
  return within(limits.contract_check_seconds, async () => {
    for (const challenge of candidates) {
      const chain = chains.find(({ id }) => id === challenge.chain_id)
      if (!chain) continue
      const { message } = challenge
      if (await isSignedByContract(chain, address, message, signature)) {
        return { challenge, kind: 'contract' }
      }
    }
    return undefined
  })
}

/** Somebody waits at their wallet: all questions to the chain together have their time. */
async function within<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Problem('chain_unavailable', undefined, { retryAfter: 5 })),
    seconds * 1000,
  )
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Uses the text up, finds or makes the user and opens the session: all of it or nothing. */
function openSession(
  { database, configuration: { limits }, clock }: Resources,
  {
    address,
    proof,
    connector,
    client,
  }: {
    address: Address
    proof: Proof
    connector: string
    client: string
  },
): Promise<{ access_token: string }> {
  const { challenge, kind } = proof
  const hours = kind === 'contract' ? limits.contract_session_hours : limits.session_hours
  const now = clock()
  const access_token = newToken()
  return database.transaction().execute(async (transaction) => {
    const isOurs = await consumeChallenge(transaction, challenge.nonce_hash, now)
    if (!isOurs) throw new Problem('sign_in_failed')
    const user_id = await userOf(transaction, {
      address,
      kind,
      chain_id: challenge.chain_id,
    })
    await insertSession(transaction, {
      token_hash: hashToken(access_token),
      user_id,
      connector,
      chain_id: challenge.chain_id,
      client,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + hours * 3_600_000),
    })
    await deleteExtraSessions(transaction, {
      user_id,
      keep: limits.sessions_per_user,
      now,
    })
    return { access_token }
  })
}

/**
 * The same address on another chain may be somebody else's contract: an account first
 * proven on one chain, or by its key, is never opened by a contract elsewhere.
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
  if (id === undefined) throw new Problem('sign_in_failed')
  return id
}

async function countSignIn(
  { database, configuration, clock }: Resources,
  what: 'text' | 'sign-in',
  { client, address }: { client: string; address: Address },
): Promise<void> {
  const { limits, rate_limit_scale: scale } = configuration
  const [perClient, perAddress] =
    what === 'text'
      ? [limits.sign_in_texts_per_client, limits.sign_in_texts_per_address]
      : [limits.sign_ins_per_client, limits.sign_ins_per_address]
  const now = clock()
  const count = (key: string, limit: number) =>
    countUse(database, { key, limit: limit * scale, seconds: 60, now })
  await count(`${what}:${client}`, perClient)
  // Counted by client too: a stranger must not be able to lock somebody's wallet out.
  await count(`${what}:${client}:${address}`, perAddress)
}

/** The configured site; on one's own machine also the other name of the same machine. */
function siteOf({ configuration }: Resources, origin: string | undefined): string {
  const { public_url } = configuration
  const site = new URL(public_url)
  const names = ['localhost', '127.0.0.1', '[::1]']
  if (!origin || !names.includes(site.hostname)) return public_url
  const isSame = names.some((name) => origin === `${site.protocol}//${name}:${site.port}`)
  return isSame ? origin : public_url
}

function checkAddress(text: string): Address {
  const lower = text.toLowerCase()
  const isMixed =
    text.slice(2) !== lower.slice(2) && text.slice(2) !== text.slice(2).toUpperCase()
  if (isMixed && !isAddress(text)) {
    throw invalid({ address: ['The capital letters of this address do not fit it.'] })
  }
  if (lower === zeroAddress) throw invalid({ address: ['Nobody holds this address.'] })
  // Safe: the wire's schema holds it to 0x and 40 hexadecimal digits.
  return lower as Address
}

function invalid(fields: FieldProblems): Problem {
  return new Problem('validation_failed', undefined, { fields })
}

/** 130 random bits in letters and digits. */
function newNonce(): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
  return Array.from({ length: 26 }, () => alphabet[randomInt(32)]).join('')
}

/** `plm_`, 256 random bits, and 6 characters of their hash so that scanners can tell one. */
function newToken(): string {
  const secret = randomBytes(32).toString('base64url')
  const check = createHash('sha256').update(secret).digest('base64url').slice(0, 6)
  return `plm_${secret}${check}`
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
