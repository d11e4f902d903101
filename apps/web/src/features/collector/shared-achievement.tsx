import './shared-achievement.css'
import { listClaimedAchievements } from '@platemark/api/achievement-operations'
import type { Collector } from '@platemark/api/collector'
import { useQuery } from '@tanstack/react-query'
import { Medal } from '../../components/achievements/medal.tsx'
import { Day } from '../../components/when.tsx'
import { apiQuery } from '../../lib/query.ts'

type SharedAchievementProps = {
  collector: Pick<Collector, 'address' | 'account_chain'>
  id: string
}

/** Achievement that a shared link names; nothing while it is read, or if the account has none. */
export function SharedAchievement({ collector, id }: SharedAchievementProps) {
  const { address, account_chain } = collector
  const { data } = useQuery(
    apiQuery(listClaimedAchievements, {
      params: { address },
      query: account_chain === null ? {} : { chain: account_chain },
    }),
  )
  const found = data?.data.find((one) => one.id === id)
  if (!found) return null
  const { title, description, icon, claimed_at } = found
  return (
    <section className="card shared-achievement" aria-label="Shared achievement">
      <Medal icon={icon} size={96} />
      <div>
        <h2>{title}</h2>
        <p>{description}</p>
        <p className="muted small">
          Claimed <Day at={claimed_at} />
        </p>
      </div>
    </section>
  )
}
