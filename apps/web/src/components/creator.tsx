import type { Creator } from '@platemark/api/collections'
import type { CollectorTab } from '@platemark/api/collector-tab'
import { shortAddress } from '@platemark/rules/amounts'
import { writeSearch } from '../lib/search.ts'
import { Avatar } from '../ui/avatar.tsx'
import { plateUrl, useImageFallback } from './plate-picture.tsx'

/** Returns a creator's name, or else the short address. */
export function creatorName({ name, address }: Creator): string {
  return name ?? shortAddress(address)
}

/**
 * Returns the path of a collector's page, with the network of a contract's account, which
 * shows there only (`account_chain` of the API). Links from a work to its creator open the
 * tab `created`; without a tab the page chooses (`chooseCollectorTab`).
 */
export function collectorHref(
  address: string,
  chain: string | null = null,
  tab: CollectorTab | '' = '',
): string {
  return `/collector/${address}${writeSearch({ tab, chain: chain ?? '' })}`
}

type CreatorAvatarProps = {
  creator: Pick<Creator, 'address' | 'avatar_url'>
  size?: number
}

/** Picture of an address, with the generated plate as the fallback. */
export function CreatorAvatar({ creator, size }: CreatorAvatarProps) {
  const { isBroken, watch } = useImageFallback()
  const url = isBroken ? null : creator.avatar_url
  return (
    <Avatar
      src={url ?? plateUrl(creator.address)}
      isPlate={url === null}
      watch={watch}
      {...(size && { size })}
    />
  )
}
