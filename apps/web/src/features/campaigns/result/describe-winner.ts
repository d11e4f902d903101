import type { CampaignDetail, CampaignTeam } from '@platemark/api/campaigns'
import { getCampaignNouns } from '../campaign-nouns.ts'

type WinnerFacts = Pick<CampaignDetail, 'template' | 'season' | 'teams'>

/** Describes who won a campaign, and by how much; `team` is null without a winner. */
export function describeWinner({ template, season, teams }: WinnerFacts): {
  title: string
  text: string
  team: CampaignTeam | null
} {
  const [first, second] = [...teams]
    .filter(({ position }) => position !== null)
    .sort((one, other) => (one.position ?? 0) - (other.position ?? 0))
  if (template !== 'team_race' || !first || first.points === 0) {
    return { title: 'The result is final', text: '', team: null }
  }
  const { score } = getCampaignNouns(template)
  const lead = second ? first.points - second.points : 0
  const ahead = !second
    ? ''
    : lead === 0
      ? `, before ${second.name} with as many`
      : `, ${lead.toLocaleString('en')} ahead of ${second.name}`
  return {
    title: `${first.name} wins season ${season}`,
    text: `${score(first.points)}${ahead}.`,
    team: first,
  }
}
