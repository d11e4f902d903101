import type { Token } from '@platemark/api/collection-reads'
import type { ReactNode } from 'react'
import { Link } from '../ui/link.tsx'
import { collectionPlateUrl, PlatePicture } from './plate-picture.tsx'

type TokenCardProps = {
  token: Token
  /** URL of the token on its collection's page. */
  href: string
  /** Replaces the token's name. */
  title?: ReactNode
  /** Second line: owner, collection or number of copies. */
  note?: ReactNode
  /** True when the token opens as a dialog over the current page. */
  keepsScroll?: boolean
  /** Rendered width, as the `sizes` attribute takes it. */
  sizes?: string
}

/** Card of one token in a list: picture, name and one line beneath. */
export function TokenCard({
  token,
  href,
  title,
  note,
  keepsScroll,
  sizes = '(max-width: 700px) 44vw, (max-width: 1000px) 22vw, 160px',
}: TokenCardProps) {
  return (
    <article className="print">
      <div className="mat">
        <PlatePicture
          picture={token.image}
          alt=""
          sizes={sizes}
          fallback={collectionPlateUrl(token)}
        />
      </div>
      <h3>
        <Link href={href} scroll={!keepsScroll}>
          {title ?? token.name}
        </Link>
      </h3>
      {note !== undefined && <p>{note}</p>}
    </article>
  )
}

/** Placeholder cards in their final geometry. */
export function TokenSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
    <div className="print" key={place} aria-hidden="true">
      <div className="mat">
        <span className="skeleton art" />
      </div>
      <span className="skeleton print-name" />
      <span className="skeleton print-note" />
    </div>
  ))
}
