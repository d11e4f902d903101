import type { Creator } from '@platemark/api/collections'
import { shortAddress } from '@platemark/rules/amounts'
import { Avatar } from '../ui/avatar.tsx'
import { plateUrl, useImageFallback } from './plate-picture.tsx'

/** What a creator is called: their name, or the short address. */
export function creatorName({ name, address }: Creator): string {
  return name ?? shortAddress(address)
}

/** The address of an account's page. */
export function collectorHref(address: string): string {
  return `/collector/${address}`
}

type CreatorAvatarProps = {
  creator: Pick<Creator, 'address' | 'avatar_url'>
  size?: number
}

/** The picture of an account, or the drawing made for it where none arrives. */
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
