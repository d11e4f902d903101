import type { CampaignDetail } from '@platemark/api/campaigns'
import { formatCount } from '@platemark/rules/amounts'
import { useId } from 'react'
import { BehindNote } from '../board/behind-note.tsx'
import { Emblem } from './emblem.tsx'
import { rankGuilds } from './rank-guilds.ts'

/** Guilds by place, with bars for their score. */
export function GuildTable({ campaign }: { campaign: CampaignDetail }) {
  const headingId = useId()
  const { teams, me, scoring } = campaign
  return (
    <section className="campaign-section" aria-labelledby={headingId}>
      <div className="campaign-section-head">
        <h2 id={headingId}>Guilds</h2>
        <BehindNote campaign={campaign} />
      </div>
      <ol className="card guild-table">
        {rankGuilds(teams).map((team) => {
          const isOwn = team.alias === me?.team
          return (
            <li
              key={team.alias}
              className={isOwn ? 'own' : ''}
              style={{
                ['--guild' as string]: `var(--guild-${team.emblem}, ${team.color})`,
              }}
            >
              <span className="guild-place">
                {hasPlace(team) ? team.position : '–'}
                <span className="hide">{hasPlace(team) && '. place'}</span>
              </span>
              <Emblem team={team} />
              <div>
                <h3>{team.name}</h3>
                <span className="muted small">
                  {formatCount(team.members)} {team.members === 1 ? 'member' : 'members'}
                  {isOwn && ', you'}
                </span>
              </div>
              <span className="guild-bar" aria-hidden="true">
                <i style={{ width: `${(team.share * 100).toFixed(1)}%` }} />
              </span>
              <span className="guild-points">
                {formatCount(team.points)}
                <span className="hide"> points</span>
              </span>
            </li>
          )
        })}
      </ol>
      {scoring.aggregate === 'top_n' && scoring.n !== null && (
        <p className="small muted">The {scoring.n} best members of a guild count.</p>
      )}
    </section>
  )
}

/** Returns whether a place means anything: without points all guilds are alike. */
function hasPlace({ position, points }: { position: number | null; points: number }) {
  return position !== null && points > 0
}
