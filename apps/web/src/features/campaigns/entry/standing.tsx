import { formatCount } from '@platemark/rules/amounts'
import { formatLongDate, formatLongTime } from '@platemark/rules/utc-dates'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { Emblem } from '../guilds/emblem.tsx'
import { useJoin } from '../join/use-join.ts'
import type { ShownCampaign } from '../use-campaign.ts'

/** Guild, points and place of the user, all of the newest snapshot of the board. */
export function Standing(shown: ShownCampaign) {
  const { campaign } = shown
  const { me, teams, participants, result } = campaign
  if (!me) return null
  const team = teams.find(({ alias }) => alias === me.team)
  return (
    <section className="card standing" aria-label="Your standing">
      {team && <Emblem team={team} />}
      <div className="standing-name">
        <h2>{team ? `You are in ${team.name}` : 'You are taking part'}</h2>
        <p className="muted small">
          {me.joined_at && `Joined ${formatLongDate(me.joined_at)}. `}
          {team && describeLock(me)}
        </p>
        {team && !me.is_team_locked && <LeaveButton {...shown} team={team.name} />}
      </div>
      <dl>
        <div>
          <dt>Your points</dt>
          <dd>
            {formatCount(me.points)}{' '}
            {me.just_now > 0 && (
              <small className="just-now">+{formatCount(me.just_now)} just now</small>
            )}
          </dd>
        </div>
        {team && (
          <div>
            <dt>In your guild</dt>
            <Place position={me.team_position} total={team.members} />
          </div>
        )}
        <div>
          <dt>Overall</dt>
          <Place position={me.position} total={result?.rows ?? participants} />
        </div>
      </dl>
    </section>
  )
}

type PlaceProps = { position: number | null; total: number }

function Place({ position, total }: PlaceProps) {
  return (
    <dd>
      {position === null ? (
        <small>none yet</small>
      ) : (
        <>
          {formatCount(position)} <small>of {formatCount(total)}</small>
        </>
      )}
    </dd>
  )
}

type Lock = { is_team_locked: boolean; team_locks_at: string | null }

function describeLock({ is_team_locked, team_locks_at }: Lock): string {
  if (is_team_locked || !team_locks_at) return 'Your guild can no longer be changed.'
  return `You can change your guild until ${formatLongTime(team_locks_at)} or your first points.`
}

function LeaveButton({ team, ...shown }: ShownCampaign & { team: string }) {
  const [isAsked, setAsked] = useState(false)
  const { leave } = useJoin(shown)
  return (
    <>
      <SaveButton look="plain" className="standing-leave" onClick={() => setAsked(true)}>
        Leave {team}
      </SaveButton>
      <ConfirmDialog
        title={`Leave ${team}?`}
        isOpen={isAsked}
        isBusy={leave.isPending}
        no="Stay"
        yes="Leave"
        onNo={() => setAsked(false)}
        onYes={() => leave.mutate(undefined, { onSettled: () => setAsked(false) })}
      >
        You can join another guild afterwards, as long as joining is open.
      </ConfirmDialog>
    </>
  )
}
