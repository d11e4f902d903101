import type { TokenDetails } from '@platemark/api/collection-reads'
import type { Collection } from '@platemark/api/collections'
import { useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { writeSearch } from '../../../lib/search.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { useSearch } from '../../../lib/use-search.ts'
import { tokensQuery } from '../sections/queries.ts'
import { parseSectionSearch } from '../sections/section-search.ts'

/** Returns the URLs and actions of a token view. Other query parameters are kept. */
export function useTokenNavigation() {
  const router = useRouter()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const { token: _, ...rest } = useSearch()
  const hrefOf = (id: string) => `${pathname}${writeSearch({ ...rest, token: id })}`
  const pageHref = `${pathname}${writeSearch(rest)}`
  return {
    hrefOf,
    pageHref,
    /** Replaces the token: Back then still closes the view. */
    step: (id: string) =>
      void router.navigate({ href: hrefOf(id), replace: true, resetScroll: false }),
    close: () => {
      if (isPageBefore(pathname)) return router.history.back()
      void router.navigate({ href: pageHref, replace: true, resetScroll: false })
    },
  }
}

type Entry = { url: string | null; index: number; sameDocument: boolean }

/**
 * Returns whether Back leads to this page without a token, by the Navigation API where
 * supported.
 */
function isPageBefore(pathname: string): boolean {
  const { navigation } = window as unknown as {
    navigation?: { currentEntry: Entry | null; entries(): Entry[] }
  }
  const index = navigation?.currentEntry?.index ?? 0
  const before = navigation?.entries()[index - 1]
  if (!before?.url || !before.sameDocument) return false
  const url = new URL(before.url)
  return url.pathname === pathname && !url.searchParams.has('token')
}

type AdjacentTokens = {
  left: string | null
  right: string | null
  /**
   * Position among all tokens, newest first; null when unknown or within another list.
   */
  place: number | null
}

/**
 * Returns the tokens to the left and right: of the list in the URL, or else newest first.
 */
export function useAdjacentTokens(
  collection: Collection,
  token: TokenDetails | undefined,
): AdjacentTokens {
  const list = parseSectionSearch(useSearch())
  const isOwners = useHydrated(list.tab === 'items' && list.owner !== undefined)
  const listed = useQuery({ ...tokensQuery(collection, list), enabled: isOwners }).data
  if (!token) return { left: null, right: null, place: null }
  const { previous_id, next_id, place } = token
  const at = listed?.data.findIndex(({ token_id }) => token_id === token.token_id) ?? -1
  if (isOwners && listed && at >= 0) {
    const idAt = (index: number) => listed.data[index]?.token_id ?? null
    return { left: idAt(at - 1), right: idAt(at + 1), place: null }
  }
  const isOldestFirst = list.tab === 'items' && list.order === 'oldest'
  if (isOldestFirst) return { left: previous_id, right: next_id, place: null }
  return { left: next_id, right: previous_id, place }
}
