import './owner-achievements.css'
import { listClaimedAchievements } from '@platemark/api/achievement-operations'
import type { NameDetail } from '@platemark/api/names'
import { useQuery } from '@tanstack/react-query'
import { Medal } from '../../../components/achievements/medal.tsx'
import { Failure } from '../../../components/failure.tsx'
import { Day } from '../../../components/when.tsx'
import { apiQuery } from '../../../lib/query.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** Achievements that the owner of a name has claimed, newest first. */
export function OwnerAchievements({ name }: { name: NameDetail }) {
  const { owner, owner_is_contract, chain } = name
  const { data, error, isFetching, refetch } = useQuery(
    apiQuery(listClaimedAchievements, {
      params: { address: owner },
      // The address of a contract may be another owner's on another network.
      query: owner_is_contract ? { chain } : {},
    }),
  )
  if (!data) {
    if (!error) return <Skeleton width="100%" height={160} />
    return (
      <Failure
        title="Achievements could not be loaded"
        text="The rest of the page is fine."
        error={error}
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data.data.length === 0)
    return <p className="muted">No achievement has been claimed yet.</p>
  return (
    <ul className="medals">
      {data.data.map(({ id, icon, title, description, claimed_at }) => (
        <li key={id} title={description}>
          <Medal icon={icon} size={56} />
          <span>
            <b>{title}</b>
            <span className="muted small">
              <Day at={claimed_at} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
