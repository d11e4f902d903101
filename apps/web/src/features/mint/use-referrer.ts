import type { Collection } from '@platemark/api/collections'
import { isSameAddress } from '@platemark/rules/addresses'
import { unconfirmedMessages } from '@platemark/rules/wallet-messages'
import { type Address, isAddress } from 'viem'
import type { Wallet } from '../../lib/session.ts'
import { useSearch } from '../../lib/use-search.ts'

/** Returns the address in `?ref=`, or a note why it earns no share of the fee. */
export function useReferrer(
  { creator, mint_fee_wei }: Collection,
  wallet: Wallet,
  isWanted: boolean,
): { referrer: Address | null; rejectionNote: string | null } {
  const { ref: link = '' } = useSearch()
  const without = (rejectionNote: string | null) => ({ referrer: null, rejectionNote })
  if (!link || mint_fee_wei === '0') return without(null)
  if (!isAddress(link, { strict: false })) return without(unconfirmedMessages('invalid'))
  const isOf = (one: string) => isSameAddress(one, link)
  if (isOf(wallet.address)) return without(unconfirmedMessages('own'))
  if (isOf(creator.address)) return without(unconfirmedMessages('creator'))
  // The contract refused it without naming which of the two it is.
  return isWanted
    ? { referrer: link, rejectionNote: null }
    : without(unconfirmedMessages('own'))
}
