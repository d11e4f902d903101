import type { Collection } from '@platemark/api/collections'
import { isSameAddress } from '@platemark/rules/addresses'
import type { ShareDialogProps } from '../../components/share/share-dialog.tsx'

/**
 * Returns what the dialog shares after a mint: the minted token, or the collection without its
 * number, with the sharer as referrer.
 */
export function toSharedMint(
  { name, creator, mint_fee_wei, chain_alias, contract_address }: Collection,
  sharer: string,
  tokenId: string | undefined,
): Omit<ShareDialogProps, 'onClose'> {
  const url = new URL(location.pathname, location.origin)
  if (tokenId) url.searchParams.set('token', tokenId)
  url.searchParams.set('ref', sharer)
  const place = `${chain_alias}/${contract_address.toLowerCase()}`
  const fallback = `/og/collection/${place}.png`
  const isRewarded = !isSameAddress(creator.address, sharer) && mint_fee_wei !== '0'
  return {
    name: tokenId ? `${name} #${tokenId}` : name,
    url: url.href,
    picture: tokenId ? `/og/token/${place}/${tokenId}.png` : fallback,
    fallback,
    note: isRewarded
      ? 'You earn 20% of the mint fee when someone mints with it.'
      : undefined,
  }
}
