import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Medal } from './medal.tsx'
import { pinnedQuery } from './pinned-query.ts'

type PinnedMedalsProps = {
  address: string
  /** Network of a contract's account; null: a key's account. */
  chain?: string | null
  size?: number
}

/** Achievements that an account pinned beside its name; nothing while they are not known. */
export function PinnedMedals({ address, chain = null, size = 28 }: PinnedMedalsProps) {
  const isHydrated = useHydrated()
  const { data } = useQuery(pinnedQuery(address, chain))
  const pinned = (isHydrated && data) || []
  if (pinned.length === 0) return null
  return (
    <span className="pinned-medals">
      {pinned.map(({ id, icon, title }) => (
        <Medal key={id} icon={icon} size={size} label={title} />
      ))}
    </span>
  )
}
