import type { CampaignTeam, TeamRow } from '@platemark/api/campaigns'
import { formatCount } from '@platemark/rules/amounts'
import { formatUtc } from '../../../lib/format.ts'
import { TeamName } from '../guilds/team-name.tsx'

type TeamTableProps = {
  rows: TeamRow[]
  teams: CampaignTeam[]
  /** Alias of the user's guild. */
  own: string | null
}

/** Rows of guilds. */
export function TeamTable({ rows, teams, own }: TeamTableProps) {
  return (
    <table className="board-table">
      <thead>
        <tr>
          <th>Place</th>
          <th>Guild</th>
          <th className="board-figure board-team">Members with points</th>
          <th className="board-figure">Points</th>
          <th className="board-figure board-last">Last credit, UTC</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const team = teams.find(({ alias }) => alias === row.team)
          return (
            <tr key={row.team} className={row.team === own ? 'own' : ''}>
              <td>{formatCount(row.position)}</td>
              <td>{team ? <TeamName team={team} /> : row.name}</td>
              <td className="board-figure board-team">
                {formatCount(row.active_members)} of {formatCount(row.members)}
              </td>
              <td className="board-figure">
                <b>{formatCount(row.points)}</b>
              </td>
              <td className="board-figure board-last muted">
                {row.last_credit_at ? (
                  <time dateTime={row.last_credit_at}>
                    {formatUtc(row.last_credit_at)}
                  </time>
                ) : (
                  '–'
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
