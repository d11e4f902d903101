import type { CampaignTeam } from '@platemark/api/campaigns'
import { Emblem } from './emblem.tsx'

/** Emblem and name of a guild in a line. */
export function TeamName({ team }: { team: CampaignTeam }) {
  return (
    <span className="team-name">
      <Emblem team={team} />
      {team.name}
    </span>
  )
}
