import type { CampaignDetail, MemberRow } from '@platemark/api/campaigns'
import { formatCount } from '@platemark/rules/amounts'
import { formatUtc } from '../../../lib/format.ts'
import { getCampaignNouns } from '../campaign-nouns.ts'
import { TeamName } from '../guilds/team-name.tsx'
import { listTiedRanks } from './list-tied-ranks.ts'
import { Member } from './member.tsx'

type MemberTableProps = {
  rows: MemberRow[]
  /** The row of the user, of the same snapshot; null: without one. */
  own: MemberRow | null
  campaign: CampaignDetail
}

/** Rows of members: the user's on top unless it is one of them, disqualified ones struck through with the reason. */
export function MemberTable({ rows, own, campaign }: MemberTableProps) {
  const { template, teams } = campaign
  const isCard = template === 'stamp_card'
  const { heading } = getCampaignNouns(template)
  const isListed = rows.some(({ address }) => address === own?.address)
  const shown = own && !isListed ? [own, ...rows] : rows
  const cells = {
    ...{ campaign, isCard, hasTeams: teams.length > 0 },
    // The time of the last stamp decides between equal cards.
    tiedRanks: isCard ? new Set<number>() : listTiedRanks(shown),
  }
  return (
    <table className="board-table">
      <thead>
        <tr>
          <th>Place</th>
          <th>Member</th>
          {teams.length > 0 && <th className="board-team">Guild</th>}
          <th className="board-figure">{heading}</th>
          <th className="board-figure board-last">
            {isCard ? 'Last stamp, UTC' : 'Last credit, UTC'}
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => (
          <Row
            key={row.address}
            row={row}
            isOwn={row.address === own?.address}
            {...cells}
          />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = {
  row: MemberRow
  campaign: CampaignDetail
  isCard: boolean
  hasTeams: boolean
  tiedRanks: ReadonlySet<number>
  isOwn: boolean
}

function Row({ row, campaign, isCard, hasTeams, tiedRanks, isOwn }: RowProps) {
  const isOut = row.status === 'disqualified'
  const team = campaign.teams.find(({ alias }) => alias === row.team)
  return (
    <tr className={isOut ? 'out' : isOwn ? 'own' : ''}>
      <td>
        {row.position === null ? '–' : formatCount(row.position)}
        {row.rank !== null && tiedRanks.has(row.rank) && (
          <small className="muted" title="Equal points share a rank.">
            tied {formatCount(row.rank)}
          </small>
        )}
      </td>
      <td>
        {isOwn && <b className="board-you">You</b>}
        {isOut ? (
          <>
            <s>
              <Member row={row} />
            </s>
            <small>Disqualified: {row.reason ?? 'no reason given'}</small>
          </>
        ) : (
          <Member row={row} />
        )}
      </td>
      {hasTeams && <td className="board-team">{team && <TeamName team={team} />}</td>}
      <td className="board-figure">
        {isOut ? (
          <s>{formatCount(isCard ? row.stamps : row.points)}</s>
        ) : (
          <b>{formatCount(isCard ? row.stamps : row.points)}</b>
        )}
      </td>
      <td className="board-figure board-last muted">
        {row.last_credit_at ? (
          <time dateTime={row.last_credit_at}>{formatUtc(row.last_credit_at)}</time>
        ) : (
          '–'
        )}
      </td>
    </tr>
  )
}
