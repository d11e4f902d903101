import { type queryOptions, useQueries } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useFailedRead } from '../../lib/use-last-error.ts'

type Body = { data: unknown[]; meta: { next_cursor: string | null } }
type Options<Part extends Body> = ReturnType<
  typeof queryOptions<Part, Error, Part, string[]>
>

/**
 * Reads a cursor-paged list. The loaded cursors are kept in the history entry, so that
 * going back restores the same length; without scripts the URL's cursor is the start.
 */
export function useInfiniteList<Part extends Body>(
  optionsOf: (cursor: string) => Options<Part>,
  start: string,
) {
  const router = useRouter()
  const kept = useRouterState({
    select: ({ location }) =>
      'cursors' in location.state ? String(location.state.cursors) : '',
  })
  const isHydrated = useHydrated()
  const cursors = [start, ...(isHydrated && kept ? kept.split(' ') : [])]
  const parts = useQueries({
    queries: cursors.map((cursor) => optionsOf(cursor)),
  })
  const first = parts[0]
  const last = parts.at(-1)
  const failed = useFailedRead(parts)
  const next = last?.data?.meta.next_cursor ?? null
  const showMore = () => {
    if (!next) return
    const { href, state } = router.state.location
    const loaded = [...cursors.slice(1), next].join(' ')
    router.history.replace(href, { ...state, cursors: loaded } as typeof state)
  }
  return {
    // Safe: the rows of all pages have this type.
    rows: parts.flatMap(({ data }) => data?.data ?? []) as Part['data'],
    isFirstPending: !first || (first.data === undefined && !failed),
    failed: failed && {
      error: failed.error,
      refetch: failed.read.refetch,
      isFetching: failed.read.isFetching,
    },
    isLoadingMore: parts.length > 1 && (last?.isPending ?? false),
    next,
    showMore,
  }
}
