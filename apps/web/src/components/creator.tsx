import type { Creator } from '@platemark/wire/collections'
import { shortAddress } from '../lib/format.ts'
import { Avatar } from '../ui/avatar.tsx'
import { plateUrl } from './plate-picture.tsx'

/** What a creator is called: their name, or the short address. */
export function creatorName({ name, address }: Creator): string {
  return name ?? shortAddress(address)
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
