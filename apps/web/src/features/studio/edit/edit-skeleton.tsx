import { Skeleton } from '../../../ui/skeleton.tsx'

/** Placeholder of the form and the preview in their size. */
export function EditSkeleton() {
  return (
    <div className="late" aria-busy="true" role="status">
      <span className="hide">Loading the page</span>
      <div className="edit-waiting" aria-hidden="true">
        <Skeleton width={280} height={44} />
        <Skeleton width="100%" height={420} />
      </div>
    </div>
  )
}
