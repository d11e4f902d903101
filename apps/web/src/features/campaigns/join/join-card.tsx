import { useId } from 'react'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { ShownCampaign } from '../use-campaign.ts'
import { describeClosed, isOver } from './join-times.ts'
import { MissingGates } from './missing-gates.tsx'
import { useJoin } from './use-join.ts'

/** Button that joins a campaign without guilds, with what is in the way; nothing for who joined. */
export function JoinCard(shown: ShownCampaign) {
  const { campaign, isWaiting } = shown
  const noteId = useId()
  const { isSignedIn, signIn, join, missing, gateNote, problem } = useJoin(shown)
  const isIn = campaign.me?.joined ?? false
  if (isIn || campaign.me?.status === 'disqualified' || isOver(campaign)) return null
  const blocked = describeClosed(campaign) ?? gateNote
  return (
    <div className="join-card">
      <SaveButton
        isBusy={join.isPending}
        onClick={() => (isSignedIn ? join.mutate(null) : signIn())}
        {...((blocked || isWaiting) && { blockedBy: noteId })}
      >
        {campaign.template === 'stamp_card' ? 'Start my card' : 'Join'}
      </SaveButton>
      <p className="muted small" id={noteId}>
        {blocked ?? 'Joining is free and needs no transaction.'}
      </p>
      <MissingGates missing={missing} isAsked={isSignedIn} />
      {problem && <Notice kind="error" title={problem} />}
    </div>
  )
}
