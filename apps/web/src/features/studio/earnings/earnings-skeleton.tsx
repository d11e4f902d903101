import { Skeleton } from '../../../ui/skeleton.tsx'
import { FeeSkeleton } from './fee-skeleton.tsx'

/** Placeholder of the earnings in the size of its sums and first networks. */
export function EarningsSkeleton() {
  return (
    <div className="earnings late" aria-busy="true" role="status">
      <span className="hide">Loading your earnings</span>
      <div className="card sums" aria-hidden="true">
        {['owed', 'paid', 'earned'].map((sum) => (
          <div key={sum}>
            <Skeleton width={130} height={13} />
            <Skeleton width={190} height={26} />
            <Skeleton width={170} height={13} />
          </div>
        ))}
      </div>
      <p className="small rates" aria-hidden="true">
        <Skeleton width="70%" height={16} />
      </p>
      <div className="heading-waiting" aria-hidden="true">
        <Skeleton width={170} height={26} />
      </div>
      <div className="owing-networks" aria-hidden="true">
        {['first', 'second'].map((network) => (
          <div className="card owing-network" key={network}>
            <header>
              <Skeleton width={120} height={20} />
              <Skeleton width={140} height={20} />
            </header>
            <div className="owing-rows">
              <Skeleton width="100%" height={52} />
            </div>
            <footer>
              <FeeSkeleton />
              <Skeleton width="100%" height={44} />
            </footer>
          </div>
        ))}
      </div>
    </div>
  )
}
