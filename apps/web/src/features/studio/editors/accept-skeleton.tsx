import './editors.css'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** Outline of the page on which a collection is accepted. */
export function AcceptSkeleton() {
  return (
    <div className="late" aria-busy="true" role="status">
      <span className="hide">Loading the offer</span>
      <div className="accept-offer" aria-hidden="true">
        <Skeleton width="60%" height={40} />
        <Skeleton width="100%" height={280} />
      </div>
    </div>
  )
}
