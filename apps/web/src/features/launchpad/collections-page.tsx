import type { Card } from '@platemark/api/collections'
import { perPage } from '@platemark/api/lists'
import { readListQuery } from '@platemark/api/routes'
import { formatCount } from '@platemark/rules/amounts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { CollectionCard } from '../../components/collection-card.tsx'
import { collectionHref } from '../../components/collection-href.ts'
import { CollectionSkeletons } from '../../components/collection-skeletons.tsx'
import { Failure } from '../../components/failure.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { writeSearch } from '../../lib/search.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useLastError } from '../../lib/use-last-error.ts'
import { useSearch } from '../../lib/use-search.ts'
import { deferHydration } from '../../ui/deferred-hydration.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import {
  type ChangeList,
  type ListHref,
  type ListSearch,
  parseListSearch,
} from './list-search.ts'
import { collectionListQuery } from './queries.ts'
import { SearchTools } from './search-tools.tsx'

const FacetLinks = deferHydration(
  async () => (await import('./facet-links.tsx')).FacetLinks,
)
const ListFilters = deferHydration(
  async () => (await import('./list-filters.tsx')).ListFilters,
)
const MoreCollections = deferHydration(
  async () => (await import('./more-collections.tsx')).MoreCollections,
)
const NoMatch = deferHydration(async () => (await import('./no-match.tsx')).NoMatch, {
  isRare: true,
})

/** List of public collections, searched, filtered and sorted by the URL. */
export function CollectionsPage() {
  const router = useRouter()
  const address = useSearch()
  const search = parseListSearch(readListQuery(address))
  const list = useList(address, search.page)
  const hrefOf: ListHref = (changes) =>
    `/collections${writeSearch({ ...readListQuery(address), page: '', ...changes })}`
  const go = (changes: Record<string, string>, { replace = false } = {}) => {
    void router.navigate({ to: '.', href: hrefOf(changes), replace, resetScroll: false })
  }
  const { total, isStale } = list
  return (
    <div className="collections">
      <PageTitle>Collections</PageTitle>
      <div className="heading">
        <h1>Collections</h1>
      </div>
      <SearchTools search={search} total={total} onChange={go}>
        <FacetLinks search={search} hrefOf={hrefOf} />
      </SearchTools>
      <div className="status">
        <Count total={total} isStale={isStale} />
        <ListFilters search={search} onChange={go} />
      </div>
      <Results list={list} address={address} search={search} onChange={go} />
    </div>
  )
}

/** Number of collections, or that the count is being refreshed. */
function Count({ total, isStale }: Pick<List, 'total' | 'isStale'>) {
  if (isStale) {
    return (
      <span className="fetching" role="status">
        <Spinner size={14} />
        Updating…
      </span>
    )
  }
  return (
    <span className="count" role="status">
      {total !== undefined && (
        <>
          <b>{formatCount(total)}</b> {total === 1 ? 'collection' : 'collections'}
        </>
      )}
    </span>
  )
}

type ResultsProps = {
  list: List
  /** Query of the URL and its parsed parameters. */
  address: Record<string, string>
  search: ListSearch
  onChange: ChangeList
}

/** List in its current state: pending, failed, empty, or cards and the link to more. */
function Results({ list, address, search, onChange }: ResultsProps) {
  const { first, cards, error } = list
  if (error) {
    return (
      <Failure
        title="Collections could not be loaded"
        text="The server did not answer. Your filters are saved in the link."
        error={error}
        onRetry={() => void first.refetch()}
        isBusy={first.isFetching}
        className="tall"
        level="h2"
      />
    )
  }
  if (!first.data) {
    return (
      <div className="grid late" aria-busy="true">
        <CollectionSkeletons count={8} />
      </div>
    )
  }
  if (cards.length === 0) return <NoMatch search={search} onChange={onChange} />
  const { last_page, total } = first.data.meta
  return (
    <>
      <Cards cards={cards} isStale={list.isStale} />
      <MoreCollections
        {...list.more}
        search={address}
        page={search.page}
        lastPage={last_page}
        shown={(search.page - 1) * perPage + cards.length}
        total={total}
      />
    </>
  )
}

type List = ReturnType<typeof useList>

/** Reads the page of the URL, and the pages loaded below it. */
function useList(address: Record<string, string>, page: number) {
  const { through, showThrough } = usePagesShown(page)
  const first = useQuery({
    ...collectionListQuery(address),
    placeholderData: keepPreviousData,
  })
  const following = useQueries({
    queries: pagesBetween(page + 1, through).map((number) =>
      collectionListQuery({ ...address, page: number }),
    ),
  })
  const missing = following.filter(({ isSuccess }) => !isSuccess)
  const awaited = missing[0] ?? following.at(-1) ?? first
  const isStale = first.isPlaceholderData
  const error = useLastError(first)
  const more = {
    through,
    isLoading: awaited.isPending,
    error: useLastError(awaited),
    onMore: () => showThrough(through + 1),
    onRetry: () => void Promise.all(missing.map(({ refetch }) => refetch())),
  }
  return {
    first,
    more,
    isStale,
    cards: [first, ...following].flatMap(({ data }) => data?.data ?? []),
    total: isStale ? undefined : first.data?.meta.total,
    // Loaded cards stay when a refetch fails.
    error: first.data && !isStale ? null : error,
  }
}

function Cards({ cards, isStale }: { cards: Card[]; isStale: boolean }) {
  return (
    <>
      <h2 className="hide">Results</h2>
      <div className={isStale ? 'grid dim' : 'grid'} aria-busy={isStale || undefined}>
        {cards.map((card, place) => (
          <CollectionCard key={collectionHref(card)} card={card} isFirst={place < 2} />
        ))}
      </div>
    </>
  )
}

/**
 * Returns the number of pages loaded by "Load more". It is kept in the history entry, so
 * that going back shows as many cards as before.
 */
function usePagesShown(page: number) {
  const router = useRouter()
  const kept = useRouterState({
    select: ({ location }) =>
      'through' in location.state ? Number(location.state.through) : 0,
  })
  const through = useHydrated(kept > page) ? kept : page
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
