import type { ReactNode } from 'react'
import { Failure } from '../failure.tsx'
import { LoadMore } from './load-more.tsx'
import { NetworkPick } from './network-pick.tsx'
import type { useInfiniteList } from './use-infinite-list.ts'

type ListLayoutProps = {
  /** Id of its heading. */
  id: string
  title: string
  /** Line above the list. */
  count: ReactNode
  /** Network filter of the list; empty: none is chosen, null: there is none to choose. */
  filter: string | null
  /** Control of the order, where there are several. */
  sort?: ReactNode
  list: Omit<ReturnType<typeof useInfiniteList>, 'rows'> & { rows: unknown[] }
  /** Empty state. */
  nothing: ReactNode
  /** Noun of the rows in the error of the next page. */
  noun: string
  children: ReactNode
}

/** List of a collector with its filter, error, empty state and "Load more". */
export function ListLayout(props: ListLayoutProps) {
  const { id, title, count, filter, sort, list, nothing, noun, children } = props
  const { rows, isFirstPending, failed, isLoadingMore, next, showMore } = list
  const isEmpty = !isFirstPending && !failed && rows.length === 0 && next === null
  return (
    <section aria-labelledby={id}>
      <h2 className="hide" id={id}>
        {title}
      </h2>
      {(!isEmpty || filter) && <Tools count={count} filter={filter} sort={sort} />}
      {isEmpty && nothing}
      {failed && rows.length === 0 ? (
        <Failure
          title={`${title} could not be loaded`}
          text="The rest of the page is fine."
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isBusy={failed.isFetching}
        />
      ) : (
        <>
          {children}
          <LoadMore
            title={`The next ${noun} could not be loaded`}
            count={rows.length}
            next={next}
            isLoading={isLoadingMore}
            failed={failed}
            onMore={showMore}
          />
        </>
      )}
    </section>
  )
}

type ToolsProps = Pick<ListLayoutProps, 'count' | 'filter' | 'sort'>

function Tools({ count, filter, sort }: ToolsProps) {
  return (
    <div className="list-tools">
      <p className="count" role="status">
        {count}
      </p>
      <div className="list-picks">
        {sort}
        {filter !== null && <NetworkPick chain={filter} />}
      </div>
    </div>
  )
}
