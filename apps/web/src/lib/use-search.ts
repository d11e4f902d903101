import { useMatch, useRouterState } from '@tanstack/react-router'

type Search = Record<string, string>

/**
 * Returns the query of the current page's URL as plain strings. While another page is
 * loading, the one being left keeps its own.
 */
export function useSearch(): Search {
  const page = useMatch({
    strict: false,
    shouldThrow: false,
    structuralSharing: true,
    // Safe, here and below: the router parses queries by `readSearch`.
    select: ({ pathname, search }) => ({ pathname, search: search as Search }),
  })
  return useRouterState({
    select: ({ location }): Search =>
      page && page.pathname !== location.pathname ? page.search : location.search,
  }) as Search
}
