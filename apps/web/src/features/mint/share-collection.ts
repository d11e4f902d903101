import type { Collection } from '@platemark/api/collections'
import { isSameAddress } from '@platemark/rules/addresses'
import { shareLink } from '../../components/share-link.ts'

/** Shares the page's URL with the sharer as referrer. */
export function shareCollection(
  { name, creator, mint_fee_wei }: Collection,
  sharer: string,
): Promise<void> {
  const url = new URL(location.pathname, location.origin)
  url.searchParams.set('ref', sharer)
  const isCreator = isSameAddress(creator.address, sharer)
  const isThanked = !isCreator && mint_fee_wei !== '0'
  return shareLink(
    { title: name, url: url.href },
    isThanked ? 'You earn 20% of the mint fee when someone mints with it.' : undefined,
  )
}
