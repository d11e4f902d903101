import { Skeleton } from '../../../ui/skeleton.tsx'

/** Placeholder of a network fee in the size of its judgement and sentence. */
export function FeeSkeleton() {
  return (
    <div className="worth fee-waiting" aria-hidden="true">
      <Skeleton width={18} height={18} />
      <Skeleton width={160} height={18} />
      <p className="small">
        <Skeleton width="100%" height={16} />
      </p>
    </div>
  )
}
