import type { CampaignDetail } from '@platemark/api/campaigns'
import { formatDateSpan } from '@platemark/rules/utc-dates'
import { Countdown } from '../../../components/countdown.tsx'
import { useNow } from '../../../lib/clock.ts'
import { Tag } from '../../../ui/tag.tsx'
import { getCampaignNouns } from '../campaign-nouns.ts'
import { Emblem } from '../guilds/emblem.tsx'
import { describePhase } from './campaign-phase.ts'

type CampaignHeadProps = {
  campaign: CampaignDetail
  /** Called when a countdown reaches zero. */
  onTurn: () => void
}

/** Title, state and countdown of a campaign; a guild battle with the emblems of its guilds. */
export function CampaignHead({ campaign, onTurn }: CampaignHeadProps) {
  const { title, tagline, season, template, starts_at, ends_at, teams, cover } = campaign
  const now = useNow(60_000)
  const phase = describePhase(campaign, now)
  const span = formatDateSpan(starts_at, ends_at)
  return (
    <div className="campaign-hero">
      <div className="campaign-about">
        <div className="campaign-tags">
          <Tag {...(phase.kind && { kind: phase.kind })}>
            {phase.kind === 'live' && <i className="live-dot" aria-hidden="true" />}
            {phase.label}
          </Tag>
          <span className="muted small">
            {template === 'team_race' ? `Season ${season}, ${span}` : span}
          </span>
        </div>
        <h1>{title}</h1>
        {tagline && <p className="lead">{tagline}</p>}
      </div>
      <div className="campaign-when">
        {phase.countdown && (
          <>
            <span className="muted">{phase.countdown.label}</span>
            <Countdown at={phase.countdown.at} onEnd={onTurn} />
          </>
        )}
        {phase.title && <p className="campaign-phase">{phase.title}</p>}
        <p className="muted">
          {phase.text}{' '}
          {getCampaignNouns(template).participants(
            campaign.participants,
            campaign.status,
          )}
        </p>
      </div>
      {cover ? (
        <div className="mat campaign-art">
          <img src={cover} alt="" width={400} height={400} />
        </div>
      ) : (
        teams.length > 0 && (
          <div className="mat campaign-art emblems">
            {[...teams].sort(byName).map((team) => (
              <Emblem key={team.alias} team={team} isFirst />
            ))}
          </div>
        )
      )}
    </div>
  )
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name.localeCompare(other.name, 'en')
}
