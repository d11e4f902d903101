import { createHash } from 'node:crypto'
import { type FieldProblems, Problem } from '@platemark/api/problem'
import { toLowerAddress } from '@platemark/rules/addresses'
import { parseAddress } from '@platemark/rules/parse-address'
import { type Address, zeroAddress } from 'viem'
import type { AppContext } from '../../http/app-context.ts'
import { consumeLimit } from '../../http/rate-limits.ts'

/** Pending texts per wallet and client, all of which are tried without a nonce. */
export const MAX_PENDING_TEXTS = 4

/**
 * Returns the address in lower case. Throws `validation_failed` for a wrong checksum and
 * the zero address.
 */
export function checkAddress(text: string): Address {
  const address = parseAddress(text)
  if (!address) {
    throw invalidFields({
      address: ['The checksum of this address does not match. Check it for typos.'],
    })
  }
  if (address === zeroAddress)
    throw invalidFields({ address: ['This address cannot sign in.'] })
  return toLowerAddress(address)
}

/** Consumes the limits of one of the two sign-in calls. Throws `too_many_requests`. */
export async function consumeSignInLimit(
  { database, configuration, clock }: AppContext,
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
    consumeLimit(database, { key, limit: limit * scale, seconds: 60, now })
  await count(`${what}:${client}`, perClient)
  // Per client and address, so that a stranger cannot lock out another's wallet.
  await count(`${what}:${client}:${address}`, perAddress)
}

/** Returns the stored hash of a nonce. */
export function hashNonce(nonce: string): string {
  return createHash('sha256').update(nonce).digest('hex')
}

export function invalidFields(fields: FieldProblems): Problem {
  return new Problem('validation_failed', undefined, { fields })
}
