import type { CollectionState } from '@platemark/rules/states'
import { useNow } from '../lib/clock.ts'
import { formatCountdown, formatLeft, formatUtcDay } from '../lib/format.ts'

type StatusBadgeProps = {
  state: CollectionState
  /** Start of minting for an upcoming collection. */
  opensAt?: string | null | undefined
  /** End of minting for a live collection. */
  endsAt?: string | null | undefined
}

/**
 * Collection state as shape, color and text: dot live, ring upcoming, square sold out,
 * dash ended. The countdown runs after hydration.
 */
export function StatusBadge({ state, opensAt, endsAt }: StatusBadgeProps) {
  if (state === 'upcoming' && opensAt) return <Opening at={opensAt} />
  if (state === 'live' && endsAt) return <Ending at={endsAt} />
  const [look, words] = badges[state]
  return <Badge look={look}>{words}</Badge>
}

const badges: Record<CollectionState, [look: Look, words: string]> = {
  draft: ['soon', 'Draft'],
  deploying: ['soon', 'Deploying'],
  upcoming: ['soon', 'Upcoming'],
  live: ['live', 'Live'],
  paused: ['ended', 'Paused'],
  sold_out: ['sold', 'Sold out'],
  ended: ['ended', 'Ended'],
  failed: ['ended', 'Failed'],
  unreadable: ['ended', 'Not readable'],
}

type Look = 'live' | 'soon' | 'sold' | 'ended'

function Badge({ look, children }: { look: Look; children: React.ReactNode }) {
  return (
    <span className={`state ${look}`}>
      <i aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}

function Opening({ at }: { at: string }) {
  const now = useNow()
  const left = now === undefined ? undefined : Date.parse(at) - now
  if (left === undefined || left > month)
    return <Badge look="soon">Opens {formatUtcDay(at)}</Badge>
  return (
    <Badge look="soon">{left > 0 ? `Opens ${formatCountdown(left)}` : 'Opening'}</Badge>
  )
}

const month = 30 * 86_400_000
const week = 7 * 86_400_000

function Ending({ at }: { at: string }) {
  const now = useNow()
  const left = now === undefined ? undefined : Date.parse(at) - now
  if (left === undefined || left > week) return <Badge look="live">Live</Badge>
  if (left <= 0) return <Badge look="ended">Ended</Badge>
  return (
    <Badge look="live">
      <span className="hide">Live. </span>Ends {formatLeft(left)}
    </Badge>
  )
}
