import { randomInt } from 'node:crypto'
import { type Address, checksumAddress } from 'viem'
import type { AppContext } from '../../http/app-context.ts'
import {
  deleteExpiredChallenges,
  deleteExtraChallenges,
  insertChallenge,
} from './queries.ts'
import {
  checkAddress,
  consumeSignInLimit,
  hashNonce,
  invalidFields,
  MAX_PENDING_TEXTS,
} from './sign-in-checks.ts'

/**
 * Creates and stores the EIP-4361 text that proves control of `address`. Throws
 * `validation_failed` and `too_many_requests`.
 */
export async function createSignatureMessage(
  context: AppContext,
  asked: { address: string; chain_id?: number | undefined },
  { client, origin }: { client: string; origin: string | undefined },
): Promise<{ message: string; nonce: string; expires_at: Date }> {
  const { configuration, database, chains, clock } = context
  const address = checkAddress(asked.address)
  const chain_id = asked.chain_id ?? configuration.sign_in_chain_id
  if (asked.chain_id && !chains.some(({ id }) => id === asked.chain_id)) {
    throw invalidFields({ chain_id: ['This network is not enabled here.'] })
  }
  await consumeSignInLimit(context, 'text', { client, address })

  const created_at = clock()
  const lifeMs = configuration.limits.sign_in_text_seconds * 1000
  const expires_at = new Date(created_at.getTime() + lifeMs)
  const nonce = newNonce()
  const message = writeText({
    site: new URL(siteOf(context, origin)),
    statement: configuration.sign_in_statement,
    ...{ address, chain_id, nonce, created_at, expires_at },
  })
  await insertChallenge(database, {
    nonce_hash: hashNonce(nonce),
    ...{ address, chain_id, message, client, created_at, expires_at },
  })
  await deleteExtraChallenges(database, { address, client, keep: MAX_PENDING_TEXTS })
  await deleteExpiredChallenges(database, created_at)
  return { message, nonce, expires_at }
}

// Not built by viem, which rejects single-word hosts and IPv6 addresses.
function writeText(text: {
  site: URL
  statement: string
  address: Address
  chain_id: number
  nonce: string
  created_at: Date
  expires_at: Date
}): string {
  const { site, statement, address, chain_id, nonce, created_at, expires_at } = text
  return [
    `${site.host} wants you to sign in with your Ethereum account:`,
    checksumAddress(address),
    '',
    statement,
    '',
    `URI: ${site.origin}`,
    'Version: 1',
    `Chain ID: ${chain_id}`,
    `Nonce: ${nonce}`,
    `Issued At: ${created_at.toISOString()}`,
    `Expiration Time: ${expires_at.toISOString()}`,
  ].join('\n')
}

/** Returns the configured origin; on a local machine also its other names. */
function siteOf({ configuration }: AppContext, origin: string | undefined): string {
  const { public_url } = configuration
  const site = new URL(public_url)
  const names = ['localhost', '127.0.0.1', '[::1]']
  if (!origin || !names.includes(site.hostname)) return public_url
  const port = site.port && `:${site.port}`
  const isSame = names.some((name) => origin === `${site.protocol}//${name}${port}`)
  return isSame ? origin : public_url
}

/** Returns 130 random bits in letters and digits. */
function newNonce(): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
  return Array.from({ length: 26 }, () => alphabet[randomInt(32)]).join('')
}
