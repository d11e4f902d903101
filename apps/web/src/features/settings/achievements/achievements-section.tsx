import './achievements.css'
import type { listOwnAchievements, OwnAchievement } from '@platemark/api/achievements'
import type { Reply } from '@platemark/api/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Failure } from '../../../components/failure.tsx'
import { refreshUser, useSession } from '../../../lib/session.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { AchievementGrid } from './achievement-grid.tsx'
import { summarize } from './achievement-messages.ts'
import { ownAchievements } from './queries.ts'

type Own = Reply<typeof listOwnAchievements>

/** Achievements of the user: to claim, claimed and on the way. */
export function AchievementsSection() {
  const { data, error, isFetching, refetch } = useQuery(ownAchievements())
  const own: Own | undefined = data?.data
  useMenuCount(own?.achievements)
  const counts = own ? `${summarize(own.achievements)} ` : ''
  return (
    <SettingsSection
      title="Achievements"
      text={`${counts}Free, no transaction. Pin up to three beside your name.`}
    >
      {own ? (
        <AchievementGrid {...own} />
      ) : error ? (
        <Failure
          title="Your achievements could not be loaded"
          text="What you have claimed stays yours."
          error={error}
          onRetry={refetch}
          isBusy={isFetching}
        />
      ) : (
        <AchievementsSkeleton />
      )}
    </SettingsSection>
  )
}

/** Keeps the count of the account menu equal to that of the list, which is newer. */
function useMenuCount(achievements: OwnAchievement[] | undefined): void {
  const { user } = useSession()
  const claimable = achievements?.filter(({ status }) => status === 'claimable').length
  useEffect(() => {
    if (!user || claimable === undefined) return
    if (user.claimable_achievements === claimable) return
    refreshUser({ ...user, claimable_achievements: claimable })
  }, [user, claimable])
}

function AchievementsSkeleton() {
  return (
    <div className="achievements late" aria-busy="true" role="status">
      <span className="hide">Loading achievements</span>
      {['first', 'second', 'third'].map((one) => (
        <div className="card achievement" key={one} aria-hidden="true">
          <span className="skeleton achievement-disc" />
          <Skeleton width={96} height={16} />
          <Skeleton width="100%" height={40} />
        </div>
      ))}
    </div>
  )
}
