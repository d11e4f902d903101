import { writeSearch } from '../../lib/search.ts'
import { useSearch } from '../../lib/use-search.ts'
import { Failure } from '../failure.tsx'

type LoadMoreProps = {
  title: string
  next: string | null
  isLoading: boolean
  failed: { error: Error | null; refetch: () => unknown } | undefined
  onMore: () => void
}

/** Button that extends a list in place; without scripts it links to the next cursor. */
export function LoadMore({ title, next, isLoading, failed, onMore }: LoadMoreProps) {
  const search = useSearch()
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
          if (!isLoading) onMore()
        }}
      >
        Load more
      </a>
    </div>
  )
}
