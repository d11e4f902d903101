import { shortAddress } from '@platemark/rules/amounts'
import type { Creator } from '@platemark/wire/collections'
import { Avatar } from '../ui/avatar.tsx'
import { plateUrl } from './plate-picture.tsx'

/** What a creator is called: their name, or the short address. */
export function creatorName({ name, address }: Creator): string {
  return name ?? shortAddress(address)
}

/** The address of an account's page. */
export function collectorHref(address: string): string {
  return `/collector/${address}`
}

export function CreatorAvatar({ creator, size }: { creator: Creator; size?: number }) {
  const plate = plateUrl(creator.address)
  return (
    <Avatar
      src={creator.avatar_url ?? plate}
      isPlate={creator.avatar_url === null}
      {...(size && { size })}
    />
  )
}
