import type { Collection } from '@platemark/api/collections'
import { getNameProfile } from '@platemark/api/names-operations'
import { parseReferrer } from '@platemark/rules/referrer'
import { unconfirmedMessages } from '@platemark/rules/wallet-messages'
import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useAppConfig } from '../../components/app-config.ts'
import { apiQuery } from '../../lib/query.ts'
import type { Wallet } from '../../lib/session.ts'
import { useSearch } from '../../lib/use-search.ts'

/** Returns the account in `?ref=`, or a note why it earns no share of the fee. */
export function useReferrer(
  { creator, mint_fee_wei }: Collection,
  wallet: Wallet,
  isWanted: boolean,
): { referrer: Address | null; rejectionNote: string | null } {
  const link = useReferrerLink()
  if (mint_fee_wei === '0') return { referrer: null, rejectionNote: null }
  const { referrer, rejection } = parseReferrer(link, {
    minter: wallet.address,
    creator: creator.address,
    isRefused: !isWanted,
  })
  return { referrer, rejectionNote: rejection && unconfirmedMessages(rejection) }
}

/** Coin type of an address that counts on every EVM network (SLIP-44). */
const EVM_COIN_TYPE = '60'

/** Returns what `?ref=` holds; a name of this site is replaced by its address. */
function useReferrerLink(): string | undefined {
  const { ref: link } = useSearch()
  const { names } = useAppConfig()
  const isName =
    names !== null && /^(?!0x)[a-z0-9-]{3,31}(\.[a-z0-9.-]+)?$/i.test(link ?? '')
  const { data } = useQuery({
    ...apiQuery(getNameProfile, { params: { name: link ?? '' } }),
    enabled: isName,
    staleTime: 60_000,
  })
  const addresses = data?.data.name?.addresses
  return addresses?.find(({ coin_type }) => coin_type === EVM_COIN_TYPE)?.address ?? link
}
