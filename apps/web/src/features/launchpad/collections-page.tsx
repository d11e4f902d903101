import { formatCount } from '@platemark/rules/amounts'
import type { Card } from '@platemark/wire/collections'
import { perPage } from '@platemark/wire/fields'
import { readListQuery } from '@platemark/wire/routes'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { CollectionCard, collectionHref } from '../../components/collection-card.tsx'
import { CollectionSkeletons } from '../../components/collection-skeletons.tsx'
import { Failure } from '../../components/failure.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { writeSearch } from '../../lib/search.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useSearch } from '../../lib/use-search.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { ListFilters } from './list-filters.tsx'
import { listSearch } from './list-search.ts'
import { MoreCollections } from './more-collections.tsx'
import { NoMatch } from './no-match.tsx'
import { collectionList } from './queries.ts'
import { SearchTools } from './search-tools.tsx'

/** Every public collection: searched, filtered and sorted by what stands in the address. */
export function CollectionsPage() {
  const router = useRouter()
  const address = useSearch()
  const search = listSearch(readListQuery(address))
  const { through, showThrough } = usePagesShown(search.page)

  const first = useQuery({
    ...collectionList(address),
    placeholderData: keepPreviousData,
  })
  const following = useQueries({
    queries: pagesBetween(search.page + 1, through).map((page) =>
      collectionList({ ...address, page }),
    ),
  })
  const cards = [first, ...following].flatMap(({ data }) => data?.data ?? [])
  const total = first.data?.meta.total
  const isStale = first.isPlaceholderData
  const last = following.at(-1) ?? first

  const go = (changes: Record<string, string>, { replace = false } = {}) => {
    const href = `/collections${writeSearch({ ...readListQuery(address), page: '', ...changes })}`
    void router.navigate({ to: '.', href, replace, resetScroll: false })
  }
  return (
    <div className="collections">
      <PageTitle>Collections</PageTitle>
      <div className="heading">
        <h1>Collections</h1>
      </div>
      <SearchTools search={search} total={isStale ? undefined : total} onChange={go} />
      <div className="status">
        {isStale ? (
          <span className="fetching" role="status">
            <Spinner size={14} />
            Updating…
          </span>
        ) : (
          <span className="count" role="status">
            {total !== undefined && (
              <>
                <b>{formatCount(total)}</b> {total === 1 ? 'collection' : 'collections'}
              </>
            )}
          </span>
        )}
        <ListFilters search={search} onChange={go} />
      </div>

      {first.isPending && (
        <div className="grid late" aria-busy="true">
          <CollectionSkeletons count={8} />
        </div>
      )}
      {first.isError && (
        <Failure
          title="Collections could not be loaded"
          text="The server did not answer. Your filters are kept in the address."
          error={first.error}
          onRetry={() => void first.refetch()}
          isBusy={first.isFetching}
          className="tall"
          level="h2"
        />
      )}
      {!first.isError && first.data && cards.length === 0 && (
        <NoMatch search={search} onChange={go} />
      )}
      {!first.isError && cards.length > 0 && <Cards cards={cards} isStale={isStale} />}
      {!first.isError && first.data && cards.length > 0 && (
        <MoreCollections
          search={address}
          page={search.page}
          through={through}
          lastPage={first.data.meta.last_page}
          shown={(search.page - 1) * perPage + cards.length}
          total={first.data.meta.total}
          isLoading={last.isPending}
          error={following.find(({ isError }) => isError)?.error ?? null}
          onMore={() => showThrough(through + 1)}
          onRetry={() => void Promise.all(following.map(({ refetch }) => refetch()))}
        />
      )}
    </div>
  )
}

function Cards({ cards, isStale }: { cards: Card[]; isStale: boolean }) {
  return (
    <>
      <h2 className="hide">Results</h2>
      <div className={isStale ? 'grid dim' : 'grid'} aria-busy={isStale || undefined}>
        {cards.map((card, place) => (
          <CollectionCard key={collectionHref(card)} card={card} isFirst={place < 4} />
        ))}
      </div>
    </>
  )
}

/**
 * How far "Load more" has gone. It is kept with the entry of the history, so that coming
 * back shows as many cards as before.
 */
function usePagesShown(page: number) {
  const router = useRouter()
  const kept = useRouterState({
    select: ({ location }) =>
      'through' in location.state ? Number(location.state.through) : 0,
  })
  const through = useHydrated() ? Math.max(page, kept) : page
  const showThrough = (next: number) =>
    router.history.replace(router.state.location.href, {
      ...router.state.location.state,
      through: next,
    })
  return { through, showThrough }
}

function pagesBetween(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
