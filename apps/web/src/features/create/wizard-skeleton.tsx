import { Skeleton } from '../../ui/skeleton.tsx'

/** Placeholder until the wizard is loaded. */
export function WizardSkeleton() {
  return (
    <div className="late" aria-busy="true" role="status">
      <span className="hide">Loading your drafts</span>
      <div aria-hidden="true" className="stack">
        <Skeleton width={180} height={24} />
        <Skeleton width={320} height={44} />
        <Skeleton width={480} height={20} />
      </div>
    </div>
  )
}
