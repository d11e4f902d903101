import { writeSearch } from '../../lib/search.ts'
import { useFocusNewRow } from '../../lib/use-focus-new-row.ts'
import { useSearch } from '../../lib/use-search.ts'
import { Failure } from '../failure.tsx'

type LoadMoreProps = {
  title: string
  /** Rows shown so far. */
  count: number
  next: string | null
  isLoading: boolean
  failed: { error: Error | null; refetch: () => unknown } | undefined
  onMore: () => void
}

/** Button that extends a list in place; without scripts it links to the next cursor. */
export function LoadMore(props: LoadMoreProps) {
  const { title, count, next, isLoading, failed, onMore } = props
  const search = useSearch()
  const noteRows = useFocusNewRow(':is(.print, .deeds li, .grid > .work)', count)
  if (failed) {
    return (
      <Failure
        title={title}
        text="The ones above are still here."
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    )
  }
  if (!next && !isLoading) return null
  return (
    <div className="onward">
      <a
        className="button quiet"
        href={writeSearch({ ...search, cursor: next ?? '' })}
        aria-busy={isLoading || undefined}
        onClick={(event) => {
          event.preventDefault()
          if (isLoading) return
          noteRows()
          onMore()
        }}
      >
        Load more
      </a>
    </div>
  )
}
