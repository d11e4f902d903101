import { Skeleton } from '../../../ui/skeleton.tsx'

const rows = [0, 1, 2, 3]

/** Lessons that are loading. */
export function ListPlaceholder() {
  return (
    <div className="late" role="status" aria-busy="true" aria-label="Loading lessons">
      <div className="academy-head">
        <h1>Academy</h1>
      </div>
      <div className="card lessons-loading">
        {rows.map((row) => (
          <div key={row}>
            <Skeleton width={104} height={58} />
            <p>
              <Skeleton width="62%" height={16} />
              <Skeleton width="90%" height={12} />
            </p>
          </div>
        ))}
      </div>
    </div>
  )
}
