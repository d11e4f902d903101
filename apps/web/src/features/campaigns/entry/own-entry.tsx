import { Failure } from '../../../components/failure.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { findActiveEntry } from '../active-entry.ts'
import type { ShownCampaign } from '../use-campaign.ts'
import { Standing } from './standing.tsx'

const NoticePart = lazyPart(async () => (await import('./notice-part.tsx')).NoticePart)
const LinkedWallets = lazyPart(
  async () => (await import('../wallets/linked-wallets.tsx')).LinkedWallets,
)

/** Entry of the signed-in user: standing, linked wallets, and a notice where there is one. */
export function OwnEntry(shown: ShownCampaign) {
  const { campaign, user, error, refresh } = shown
  const { me } = campaign
  if (error) {
    return (
      <Failure
        title="Your progress could not be loaded"
        text="It is safe. The rest of the page is fine."
        error={error}
        level="h2"
        onRetry={refresh}
      />
    )
  }
  if (!me || !user) return null
  const active = findActiveEntry(campaign)
  return (
    <>
      {me.notice && <NoticePart {...shown} notice={me.notice} />}
      {me.status === 'disqualified' && !me.notice && (
        <Notice kind="error" title="You were disqualified">
          The reason is next to your row on the leaderboard.
        </Notice>
      )}
      {active && campaign.template !== 'stamp_card' && <Standing {...shown} />}
      {active && <LinkedWallets {...shown} me={active} user={user} />}
    </>
  )
}
