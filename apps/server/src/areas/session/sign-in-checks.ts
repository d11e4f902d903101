import { createHash } from 'node:crypto'
import { type FieldProblems, Problem } from '@platemark/api/problem'
import { type Address, isAddress, zeroAddress } from 'viem'
import type { AppContext } from '../../http/app-context.ts'
import { consumeLimit } from '../../http/rate-limits.ts'

/** How many texts may be pending for one wallet and client, and are tried without a nonce. */
export const MAX_PENDING_TEXTS = 4

/** The address in lower case. Throws `validation_failed` for one that nobody can mean. */
export function checkAddress(text: string): Address {
  const lower = text.toLowerCase()
  const isMixed =
    text.slice(2) !== lower.slice(2) && text.slice(2) !== text.slice(2).toUpperCase()
  if (isMixed && !isAddress(text)) {
    throw invalidFields({
      address: ['The capital letters of this address do not fit it.'],
    })
  }
  if (lower === zeroAddress)
    throw invalidFields({ address: ['Nobody holds this address.'] })
  // Safe: the API schema holds it to 0x and 40 hexadecimal digits.
  return lower as Address
}

/** Counts one of the two calls of a sign-in. Throws `too_many_requests`. */
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
  // Counted by client too: a stranger must not be able to lock somebody's wallet out.
  await count(`${what}:${client}:${address}`, perAddress)
}

/** What the database keeps of a nonce. */
export function hashNonce(nonce: string): string {
  return createHash('sha256').update(nonce).digest('hex')
}

export function invalidFields(fields: FieldProblems): Problem {
  return new Problem('validation_failed', undefined, { fields })
}
