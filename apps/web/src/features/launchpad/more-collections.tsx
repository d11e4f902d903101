import { readListQuery } from '@platemark/api/routes'
import { formatCount } from '@platemark/rules/amounts'
import { Failure } from '../../components/failure.tsx'
import { writeSearch } from '../../lib/search.ts'
import { useFocusNewRow } from '../../lib/use-focus-new-row.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'

type MoreCollectionsProps = {
  /** Query of the URL. */
  search: Record<string, unknown>
  /** Page of the URL, and the last page shown below it. */
  page: number
  through: number
  lastPage: number
  shown: number
  total: number
  isLoading: boolean
  error: Error | null
  onMore: () => void
  onRetry: () => void
}

/** Progress of the list, "Load more", and a link to every page. */
export function MoreCollections(more: MoreCollectionsProps) {
  const { search, page, through, lastPage, shown, total, isLoading, error } = more
  const noteRows = useFocusNewRow('.grid > .work', shown)
  if (lastPage <= 1) return null
  const query = readListQuery(search)
  const isWhole = page === 1 && through >= lastPage
  const hrefOf = (number: number) =>
    `/collections${writeSearch({ ...query, page: number === 1 ? '' : number })}`
  return (
    <div className="more">
      <div className="through">
        <div className="bar thin" aria-hidden="true">
          <i style={{ width: `${Math.min(100, (shown / total) * 100).toFixed(1)}%` }} />
        </div>
        <p className="small">
          {formatCount(shown)} of {formatCount(total)}
        </p>
      </div>
      {error && (
        <Failure
          title="The next collections could not be loaded"
          text="The ones above are still here."
          error={error}
          onRetry={more.onRetry}
          isBusy={isLoading}
        />
      )}
      {!error && through < lastPage && (
        <Button
          look="quiet"
          isBusy={isLoading}
          onClick={() => {
            noteRows()
            more.onMore()
          }}
        >
          Load more
        </Button>
      )}
      {!isWhole && (
        <nav className="pages" aria-label="Pages">
          {pageNumbers(page, lastPage).map((number) =>
            number === 'gap' ? (
              <span key="gap">…</span>
            ) : (
              <Link
                key={number}
                href={hrefOf(number)}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </Link>
            ),
          )}
          {through < lastPage && (
            <Link href={hrefOf(through + 1)} rel="next" aria-label="Next page">
              <Icon name="right" />
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}

/** Returns the page numbers around this one and the last: `1 2 3 … 7`. */
export function pageNumbers(page: number, last: number): (number | 'gap')[] {
  const from = Math.max(1, Math.min(page - 1, last - 3))
  const near = [from, from + 1, from + 2].filter((number) => number <= last)
  const end = near.at(-1) ?? last
  if (end >= last) return near
  return end === last - 1 ? [...near, last] : [...near, 'gap', last]
}
