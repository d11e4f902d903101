import './page.css'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** Placeholder of a collection's page in the size of its head, sums and chart. */
export function CollectionSkeleton() {
  return (
    <div className="late own-waiting" aria-busy="true" role="status">
      <span className="hide">Loading your collection</span>
      <div aria-hidden="true">
        <Skeleton width={116} height={116} />
        <Skeleton width={260} height={44} />
      </div>
      <div className="card sums four" aria-hidden="true">
        {['minted', 'revenue', 'holders', 'owed'].map((sum) => (
          <div key={sum}>
            <Skeleton width={80} height={13} />
            <Skeleton width={130} height={26} />
            <Skeleton width={110} height={13} />
          </div>
        ))}
      </div>
      <Skeleton width="100%" height={420} />
    </div>
  )
}
