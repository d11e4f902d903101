import type { CampaignTeam } from '@platemark/api/campaigns'
import { formatCount } from '@platemark/rules/amounts'
import { toCountWord } from '@platemark/rules/count-words'
import { useEffect, useId, useRef, useState } from 'react'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { describeClosed, isOver } from '../join/join-times.ts'
import { MissingGates } from '../join/missing-gates.tsx'
import { useJoin } from '../join/use-join.ts'
import type { ShownCampaign } from '../use-campaign.ts'
import { Emblem } from './emblem.tsx'
import { keepOrder, shuffle } from './rank-guilds.ts'

/** Choice of a guild, confirmed before it counts; nothing for who is in one. */
export function GuildPicker(shown: ShownCampaign) {
  const { campaign, isWaiting } = shown
  const { me, teams } = campaign
  const ids = { heading: useId(), note: useId() }
  const order = useRandomOrder(teams.map((team) => team.alias))
  const [alias, setAlias] = useState<string | null>(null)
  const choice = useRef<HTMLFieldSetElement>(null)
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    // A guild may have been chosen before the scripts ran.
    const early = choice.current?.querySelector<HTMLInputElement>(':checked')
    if (early) setAlias(early.value)
  }, [])
  const { isSignedIn, signIn, join, missing, gateNote, problem } = useJoin(shown)
  if (me?.joined || me?.status === 'disqualified' || isOver(campaign)) return null
  const chosen = teams.find((team) => team.alias === alias)
  const blocked =
    describeClosed(campaign) ??
    (isWaiting ? 'Checking your account.' : gateNote) ??
    (chosen ? describeFull(chosen) : 'Choose a guild above.')
  const press = () => {
    if (!isSignedIn) signIn()
    else setAsked(true)
  }
  const confirm = () =>
    join.mutate(alias, {
      onSettled: () => setAsked(false),
    })
  return (
    <section className="campaign-section guild-picker" aria-labelledby={ids.heading}>
      <h2 id={ids.heading}>Choose your guild</h2>
      <p className="muted">
        In random order.{' '}
        {teams.length === 2 ? 'Both' : `All ${toCountWord(teams.length)}`} have the same
        quests.
      </p>
      <fieldset className="guild-choice" ref={choice}>
        <legend className="hide">Guild</legend>
        {keepOrder(teams, order).map((team) => (
          <label key={team.alias} className="card">
            <input
              type="radio"
              name="guild"
              value={team.alias}
              checked={team.alias === alias}
              onChange={() => setAlias(team.alias)}
            />
            <Emblem team={team} />
            <b>{team.name}</b>
            <span className="muted">{team.motto}</span>
            <span className="muted small">{describeMembers(team)}</span>
          </label>
        ))}
      </fieldset>
      <div className="join-bar">
        <SaveButton
          isWide
          isBusy={join.isPending}
          onClick={press}
          {...(blocked && { blockedBy: ids.note })}
        >
          {chosen ? `Join ${chosen.name}` : 'Join a guild'}
        </SaveButton>
        <span className="muted" id={ids.note}>
          {blocked ?? 'Joining is free and needs no transaction.'}
        </span>
      </div>
      <MissingGates missing={missing} isAsked={isSignedIn} />
      {problem && <Notice kind="error" title={problem} />}
      {chosen && (
        <Dialog
          title={`Join ${chosen.name}?`}
          isOpen={isAsked}
          onClose={() => setAsked(false)}
        >
          <p className="dialog-text">
            You cannot change your guild after 24 hours or your first points.
          </p>
          <div className="split">
            <Button look="quiet" onClick={() => setAsked(false)}>
              Cancel
            </Button>
            <Button isBusy={join.isPending} onClick={confirm}>
              Join {chosen.name}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  )
}

/** Returns the guilds in an order of chance that stays on this page; in theirs until hydration. */
function useRandomOrder(given: string[]): string[] {
  const [order, setOrder] = useState(given)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit.
  useEffect(() => setOrder(shuffle(given, Math.random)), [])
  return order
}

function describeFull({ name, members, max_members }: CampaignTeam): string | null {
  if (max_members === null || members < max_members) return null
  return `${name} is full. Choose another guild.`
}

function describeMembers({ members, max_members }: CampaignTeam): string {
  if (max_members === null)
    return `${formatCount(members)} ${members === 1 ? 'member' : 'members'}`
  const places = `${formatCount(members)} of ${formatCount(max_members)} places taken`
  return members < max_members ? places : `Full, ${places}`
}
