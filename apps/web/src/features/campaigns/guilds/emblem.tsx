import type { CampaignTeam } from '@platemark/api/campaigns'
import { plateUrl } from '../../../components/plate-picture.tsx'

/** Emblems that the server draws. */
const drawnEmblems: readonly string[] = ['burin', 'aquatint', 'drypoint', 'mezzotint']

type EmblemProps = {
  team: Pick<CampaignTeam, 'alias' | 'emblem'>
  /** Above the fold: loaded at once. */
  isFirst?: boolean
}

/** Emblem of a guild, or a generated plate where it has none; the name stands beside it. */
export function Emblem({ team, isFirst = false }: EmblemProps) {
  const url = drawnEmblems.includes(team.emblem)
    ? `/marks/emblems/${team.emblem}.svg?theme=system`
    : plateUrl(`guild-${team.alias}`)
  return (
    <img
      className="emblem"
      src={url}
      alt=""
      width={160}
      height={160}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}
