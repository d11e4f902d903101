import type { ReadMeta } from '@platemark/api/collection-reads'
import { MAX_ROW } from '@platemark/api/lists'
import { formatCount } from '@platemark/rules/amounts'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import type { SectionSearch } from './section-search.ts'

type PagerProps = {
  label: string
  meta: ReadMeta
  hrefOf: (place: Partial<SectionSearch>) => string
}

/** Links to the previous and next page; none when there is one page. */
export function Pager({ label, meta, hrefOf }: PagerProps) {
  const { page, last_page } = meta
  const next = nextOf(meta)
  const before = page === null ? {} : { page: page === 2 ? undefined : page - 1 }
  const isFirst = page === 1
  if (isFirst && !next) return null
  return (
    <nav className="pager" aria-label={label}>
      {!isFirst && (
        <Link className="button quiet" href={hrefOf(before)} rel="prev" scroll={false}>
          <Icon name="left" />
          {page === null ? 'First page' : 'Previous'}
        </Link>
      )}
      {page !== null && (
        <span className="small muted">
          Page {formatCount(page)}
          {last_page !== null && ` of ${formatCount(last_page)}`}
        </span>
      )}
      {next && (
        <Link className="button quiet" href={hrefOf(next)} rel="next" scroll={false}>
          Next
          <Icon name="right" />
        </Link>
      )}
    </nav>
  )
}

/** Returns the next page by number, or by cursor beyond the highest page number. */
function nextOf({
  page,
  per_page,
  next_cursor,
}: ReadMeta): Partial<SectionSearch> | undefined {
  if (next_cursor === null) return undefined
  const isNumbered = page !== null && (page + 1) * per_page <= MAX_ROW
  return isNumbered ? { page: page + 1 } : { cursor: next_cursor }
}
