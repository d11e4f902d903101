import type { Collection } from '@platemark/api/collections'
import { parseReferrer } from '@platemark/rules/referrer'
import { unconfirmedMessages } from '@platemark/rules/wallet-messages'
import type { Address } from 'viem'
import type { Wallet } from '../../lib/session.ts'
import { useSearch } from '../../lib/use-search.ts'

/** Returns the address in `?ref=`, or a note why it earns no share of the fee. */
export function useReferrer(
  { creator, mint_fee_wei }: Collection,
  wallet: Wallet,
  isWanted: boolean,
): { referrer: Address | null; rejectionNote: string | null } {
  const { ref: link } = useSearch()
  if (mint_fee_wei === '0') return { referrer: null, rejectionNote: null }
  const { referrer, rejection } = parseReferrer(link, {
    minter: wallet.address,
    creator: creator.address,
    isRefused: !isWanted,
  })
  return { referrer, rejectionNote: rejection && unconfirmedMessages(rejection) }
}
