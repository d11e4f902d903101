import { Skeleton } from '../../../ui/skeleton.tsx'

export function SessionKeysSkeleton() {
  return (
    <div className="card sessions late" aria-busy="true" role="status">
      <span className="hide">Loading session keys</span>
      <div className="session" aria-hidden="true">
        <div className="waiting">
          <Skeleton width={180} height={14} />
          <Skeleton width="80%" />
          <Skeleton width="60%" />
        </div>
        <Skeleton width={72} height={36} />
      </div>
    </div>
  )
}
