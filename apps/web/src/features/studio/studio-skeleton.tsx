import { Skeleton } from '../../ui/skeleton.tsx'

/** Placeholder of the studio in the size of its sums and first rows. */
export function StudioSkeleton() {
  return (
    <div className="late" aria-busy="true" role="status">
      <span className="hide">Loading your collections</span>
      <div className="card sums" aria-hidden="true">
        {['revenue', 'owed', 'minted'].map((sum) => (
          <div key={sum}>
            <Skeleton width={110} height={13} />
            <Skeleton width={190} height={26} />
            <Skeleton width={150} height={13} />
          </div>
        ))}
      </div>
      <div className="rows-waiting" aria-hidden="true">
        {['first', 'second', 'third'].map((row) => (
          <div key={row}>
            <Skeleton width={52} height={52} />
            <Skeleton width={170} height={16} />
            <Skeleton width={90} height={16} />
          </div>
        ))}
      </div>
    </div>
  )
}
