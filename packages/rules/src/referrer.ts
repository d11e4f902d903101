import { type Address, zeroAddress } from 'viem'
import { isSameAddress } from './addresses.ts'
import { parseAddress } from './parse-address.ts'

/** Why the account that a link names gets no share of the mint fee. */
export type ReferrerRejection = 'invalid' | 'own' | 'creator'

/** The referrer of a mint, or why there is none; both null for a page without a link. */
export type Referrer =
  | { referrer: Address; rejection: null }
  | { referrer: null; rejection: ReferrerRejection | null }

/**
 * Returns the referrer that a link or attribute names. A rejected one never stops a mint, which is
 * sent without a referrer then. `isRefused`: the contract refused it in a simulation.
 */
export function parseReferrer(
  link: string | null | undefined,
  {
    minter,
    creator,
    isRefused,
  }: {
    minter: string | null | undefined
    creator: string | null | undefined
    isRefused: boolean
  },
): Referrer {
  const without = (rejection: ReferrerRejection | null) =>
    ({ referrer: null, rejection }) as const
  if (!link?.trim()) return without(null)
  const referrer = parseAddress(link)
  if (!referrer || referrer === zeroAddress) return without('invalid')
  if (isSameAddress(referrer, minter)) return without('own')
  if (isSameAddress(referrer, creator)) return without('creator')
  // The contract does not name which of its accounts it is.
  return isRefused ? without('own') : { referrer, rejection: null }
}
