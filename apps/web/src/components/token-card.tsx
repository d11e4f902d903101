import type { Token } from '@platemark/api/collection-reads'
import type { ReactNode } from 'react'
import { Link } from '../ui/link.tsx'
import { collectionPlateUrl, PlatePicture } from './plate-picture.tsx'

type TokenCardProps = {
  token: Token
  /** Where the token is shown: its address on the page of its collection. */
  href: string
  /** In place of the token's name. */
  title?: ReactNode
  /** The line beneath: its owner, its collection, how many copies. */
  note?: ReactNode
  /** True where the token opens over the page that the card stands on. */
  keepsScroll?: boolean
  /** How wide the picture is shown, as the `sizes` attribute takes it. */
  sizes?: string
}

/** One token in a list: the picture in its mat, its name and one line beneath. */
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

/** Cards that are still to come, in their final geometry. */
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
