import { Skeleton } from '../ui/skeleton.tsx'

/** Placeholder cards in their final geometry. */
export function CollectionSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
    <div className="work" key={place} aria-hidden="true">
      <div className="mat">
        <span className="skeleton art" />
      </div>
      <div className="label">
        <div className="meta waiting">
          <Skeleton width={48} />
          <Skeleton width={36} />
        </div>
        <span className="skeleton name" />
        <span className="skeleton by-line" />
        <div className="bar thin" />
        <div className="meta foot waiting">
          <Skeleton width={64} />
          <Skeleton width={56} />
        </div>
      </div>
    </div>
  ))
}
