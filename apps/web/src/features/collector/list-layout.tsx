import type { ReactNode } from 'react'
import { Failure } from '../../components/failure.tsx'
import { LoadMore } from './load-more.tsx'
import { NetworkPick } from './network-pick.tsx'
import type { useInfiniteList } from './use-infinite-list.ts'

type ListLayoutProps = {
  /** Of its heading. */
  id: string
  title: string
  /** The line above the list. */
  count: ReactNode
  /** The network that the list is narrowed to; empty: none. */
  chain: string
  list: Omit<ReturnType<typeof useInfiniteList>, 'rows'> & { rows: unknown[] }
  /** In place of an empty list. */
  nothing: ReactNode
  /** What the rows are called when the next ones fail. */
  noun: string
  children: ReactNode
}

/** A list of an account with what stands around it: filter, failure, nothing, and the way on. */
export function ListLayout(props: ListLayoutProps) {
  const { id, title, count, chain, list, nothing, noun, children } = props
  const { rows, isFirstPending, failed, isLoadingMore, next, showMore } = list
  const isEmpty = !isFirstPending && !failed && rows.length === 0 && next === null
  return (
    <section aria-labelledby={id}>
      <h2 className="hide" id={id}>
        {title}
      </h2>
      {(!isEmpty || chain) && <Tools count={count} chain={chain} />}
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

function Tools({ count, chain }: Pick<ListLayoutProps, 'count' | 'chain'>) {
  return (
    <div className="list-tools">
      <p className="count" role="status">
        {count}
      </p>
      <NetworkPick chain={chain} />
    </div>
  )
}
