import { campaignPath } from '@platemark/api/campaign-path'
import type { CampaignDetail, CampaignTeam, MemberRow } from '@platemark/api/campaigns'
import { isSameAddress } from '@platemark/rules/addresses'
import { formatCount } from '@platemark/rules/amounts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Failure } from '../../../components/failure.tsx'
import { writeSearch } from '../../../lib/search.ts'
import { useLastError } from '../../../lib/use-last-error.ts'
import { Link } from '../../../ui/link.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Member } from '../board/member.tsx'
import { renewOwnRow } from '../board/renew-own-row.ts'
import { boardQuery } from '../queries.ts'

/** Members that are shown above the user. */
const TOP_ROWS = 5

type OwnGuildProps = { campaign: CampaignDetail; team: CampaignTeam; address: string }

/** The best members of the user's guild, and the user below them. */
export function OwnGuild({ campaign, team, address }: OwnGuildProps) {
  const headingId = useId()
  const place = { board: 'members', team: team.alias, page: 1 } as const
  const read = useQuery({
    ...boardQuery(campaign.alias, place, address),
    refetchInterval: 30_000,
  })
  const error = useLastError(read)
  // Safe: the board of members has their rows.
  const rows = read.data?.data as MemberRow[] | undefined
  const top = rows?.filter(({ position }) => position !== null).slice(0, TOP_ROWS)
  const own = renewOwnRow(read.data?.meta.own ?? null, campaign.me)
  const isBelow = own && !top?.some((row) => isSameAddress(row.address, own.address))
  const between = isBelow ? (own.team_position ?? 0) - 1 - TOP_ROWS : 0
  const counted = describeCounted(campaign.scoring, own?.team_position ?? null)
  const href = `${campaignPath(campaign.alias)}${writeSearch({ team: team.alias })}#board`
  return (
    <section className="campaign-section" aria-labelledby={headingId}>
      <div className="campaign-section-head">
        <h2 id={headingId}>Your guild</h2>
        <Link className="text-link" href={href}>
          All {formatCount(team.members)}
          <span className="hide"> members of {team.name}</span>
        </Link>
      </div>
      {!rows && error && (
        <Failure
          title="Your guild could not be loaded"
          text="The rest of the page is fine."
          error={error}
          isBusy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      )}
      {!rows && !error && <Skeleton width="100%" height={232} />}
      {top?.length === 0 && <p className="muted">No member has points yet.</p>}
      {top && top.length > 0 && (
        <table className="guild-members">
          <thead className="hide">
            <tr>
              <th>Place</th>
              <th>Member</th>
              <th>Points</th>
            </tr>
          </thead>
          <tbody>
            {top.map((row) => (
              <Row
                key={row.address}
                row={row}
                isOwn={isSameAddress(row.address, address)}
              />
            ))}
            {between > 0 && (
              <tr className="guild-between">
                <td colSpan={3}>
                  {formatCount(between)} more {between === 1 ? 'member' : 'members'}
                </td>
              </tr>
            )}
            {isBelow && <Row row={own} isOwn />}
          </tbody>
        </table>
      )}
      {counted && <p className="small muted">{counted}</p>}
    </section>
  )
}

function Row({ row, isOwn }: { row: MemberRow; isOwn: boolean }) {
  const isOut = row.status === 'disqualified'
  return (
    <tr className={isOwn ? 'own' : ''}>
      <td>{row.team_position ?? '–'}</td>
      <td>
        <Member row={row} />
      </td>
      <td>{isOut ? <s>{formatCount(row.points)}</s> : formatCount(row.points)}</td>
    </tr>
  )
}

/** Describes whether the points of a member count for the guild; null: all do, or none are there. */
function describeCounted(
  { aggregate, n }: CampaignDetail['scoring'],
  position: number | null,
): string | null {
  if (aggregate !== 'top_n' || n === null || position === null) return null
  return position <= n
    ? `You are among the ${n} who count.`
    : `The ${n} best members count. You are in place ${formatCount(position)}.`
}
