import { Skeleton } from '../../ui/skeleton.tsx'

/** Placeholder of the page until the user is known. */
export function SettingsSkeleton() {
  return (
    <div className="section late" aria-busy="true" role="status">
      <span className="hide">Loading your profile</span>
      <div className="side">
        <Skeleton width={110} height={24} />
      </div>
      <div className="main" aria-hidden="true">
        <div className="photo">
          <span className="skeleton round" />
          <Skeleton width={160} height={40} />
        </div>
        <SkeletonField />
        <div className="pair">
          <SkeletonField />
          <SkeletonField />
        </div>
        <SkeletonField isTall />
      </div>
    </div>
  )
}

function SkeletonField({ isTall = false }: { isTall?: boolean }) {
  return (
    <div className="field">
      <span className="skeleton word" />
      <span className={`skeleton box ${isTall ? 'tall' : ''}`} />
    </div>
  )
}
