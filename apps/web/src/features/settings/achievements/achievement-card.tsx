import type { OwnAchievement } from '@platemark/api/achievements'
import { startHigh } from '@platemark/rules/first-letter'
import { useRef } from 'react'
import { Medal } from '../../../components/achievements/medal.tsx'
import { useAppConfig } from '../../../components/app-config.ts'
import { collectorHref } from '../../../components/creator.tsx'
import { READ_ONLY_NOTICE } from '../../../components/read-only/read-only-notice.tsx'
import { SaveButton } from '../../../components/read-only/save-button.tsx'
import { shareLink } from '../../../components/share-link.ts'
import { Day } from '../../../components/when.tsx'
import { useSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { explainClaim } from './achievement-messages.ts'
import { useClaim } from './use-claim.ts'

type AchievementCardProps = {
  achievement: OwnAchievement
  isPinned: boolean
  /** Id of the reason why no more can be pinned. */
  pinBlockedBy: string | undefined
  onPin(isOn: boolean): void
}

/** One achievement with what can be done about it. */
export function AchievementCard(props: AchievementCardProps) {
  const { achievement } = props
  const { title, description, tier, status, icon } = achievement
  const card = useRef<HTMLLIElement>(null)
  const claim = useClaim(achievement.id)
  const isClaimable = status === 'claimable'
  const isFinal = claim.isError && !explainClaim(claim.error).canRetry
  return (
    <li
      ref={card}
      tabIndex={-1}
      className={`card achievement ${status}`}
      aria-label={title}
    >
      <Medal icon={icon} size={112} />
      <h3>{title}</h3>
      <p>
        {description}
        <span className="hide">{` ${startHigh(tier)}.`}</span>
      </p>
      <div className="achievement-foot">
        {claim.isError && <ClaimError error={claim.error} />}
        {isClaimable && !isFinal && (
          <SaveButton
            isWide
            look={claim.isError ? 'quiet' : 'filled'}
            isBusy={claim.isPending}
            onClick={() =>
              // The button goes with the claim, and the focus would go with it.
              claim.mutate(undefined, { onSuccess: () => card.current?.focus() })
            }
          >
            {claim.isPending ? 'Claiming' : claim.isError ? 'Try again' : 'Claim'}
          </SaveButton>
        )}
        {status === 'claimed' && (
          <Claimed {...props} hadBefore={claim.data?.already_claimed ?? false} />
        )}
        {status === 'locked' && <Progress {...achievement} />}
        {status === 'revoked' && (
          <span className="achievement-error small">
            Withdrawn. {achievement.revoked_reason}
          </span>
        )}
      </div>
    </li>
  )
}

function ClaimError({ error }: { error: Error }) {
  const { text, canRetry } = explainClaim(error)
  return (
    <span
      className={`${canRetry ? 'achievement-wait' : 'achievement-error'} small`}
      role="alert"
    >
      {text}
    </span>
  )
}

type ClaimedProps = AchievementCardProps & { hadBefore: boolean }

function Claimed({
  achievement,
  isPinned,
  pinBlockedBy,
  onPin,
  hadBefore,
}: ClaimedProps) {
  const { claimed_at, title } = achievement
  const { read_only } = useAppConfig()
  const blockedBy = read_only ? READ_ONLY_NOTICE : isPinned ? undefined : pinBlockedBy
  return (
    <>
      <span className="achievement-done small" role="status">
        <Icon name="check" size={16} />
        {hadBefore ? (
          'You already have this one.'
        ) : (
          <>Claimed {claimed_at && <Day at={claimed_at} />}</>
        )}
      </span>
      <div className="achievement-acts">
        <Button
          look="plain"
          className="sm"
          aria-pressed={isPinned}
          aria-label={`Pin ${title}`}
          {...(blockedBy && { blockedBy })}
          onClick={() => onPin(!isPinned)}
        >
          {isPinned ? 'Pinned' : 'Pin'}
        </Button>
        <ShareAchievement achievement={achievement} />
      </div>
    </>
  )
}

/** Shares the page of the account with this achievement, whose preview is the medal. */
function ShareAchievement({
  achievement: { id, title },
}: Pick<ClaimedProps, 'achievement'>) {
  const { user } = useSession()
  if (!user) return null
  const url = new URL(collectorHref(user.address, user.account_chain), location.origin)
  url.searchParams.set('achievement', id)
  return (
    <Button
      look="plain"
      className="sm"
      aria-label={`Share ${title}`}
      onClick={() => void shareLink({ title, url: url.href })}
    >
      Share
    </Button>
  )
}

function Progress({ title, progress, target }: OwnAchievement) {
  const share = Math.min(1, progress / target)
  return (
    <>
      <span className="achievement-progress small">
        <span>Progress</span>
        <span>
          <b>{progress}</b> of {target}
        </span>
      </span>
      <div
        className="bar"
        role="progressbar"
        aria-label={`Progress towards ${title}`}
        aria-valuemin={0}
        aria-valuemax={target}
        aria-valuenow={progress}
      >
        <i style={{ width: `${(share * 100).toFixed(1)}%` }} />
      </div>
    </>
  )
}
