import { Skeleton } from '../../../ui/skeleton.tsx'
import type { TitleProps } from './token-dialog.tsx'

/** Placeholder of a token in its final geometry. */
export function TokenSkeleton({
  tokenId,
  title,
}: {
  tokenId: string
  title: TitleProps
}) {
  return (
    <>
      <div className="token-art late">
        <div className="hero-art">
          <div>
            <span className="skeleton token-square" />
          </div>
        </div>
      </div>
      <div className="token-steps">
        <p />
      </div>
      <div className="token-body">
        <div className="token-scroll">
          <h2 {...title}>
            <span className="hide">Loading #{tokenId}</span>
            <span className="late" aria-hidden="true">
              <Skeleton width="62%" height={31} />
            </span>
          </h2>
          <OwnerSkeleton />
          <FactsSkeleton />
        </div>
      </div>
    </>
  )
}

function OwnerSkeleton() {
  return (
    <>
      <div className="token-owner late" aria-hidden="true">
        <span className="skeleton token-face" />
        <Skeleton width={150} height={14} />
      </div>
      <div className="token-lines late" aria-hidden="true">
        <Skeleton height={14} />
        <Skeleton height={14} />
        <Skeleton height={14} />
      </div>
    </>
  )
}

function FactsSkeleton() {
  return (
    <div className="token-facts late" aria-hidden="true">
      <Skeleton width={52} height={14} />
      <dl>
        {['contract', 'token', 'standard', 'metadata'].map((fact) => (
          <div key={fact}>
            <Skeleton width={72} height={14} />
            <Skeleton width={96} height={14} />
          </div>
        ))}
      </dl>
    </div>
  )
}
