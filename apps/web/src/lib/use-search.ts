import { useMatch, useRouterState } from '@tanstack/react-router'

type Search = Record<string, string>

/**
 * The query of the page this is part of, as plain strings: of the address as it stands, from the
 * moment it changes. While another page is on its way, the one that is left keeps its own.
 */
export function useSearch(): Search {
  const page = useMatch({
    strict: false,
    shouldThrow: false,
    structuralSharing: true,
    // Safe, here and below: the router reads addresses by `readSearch`.
    select: ({ pathname, search }) => ({ pathname, search: search as Search }),
  })
  return useRouterState({
    select: ({ location }): Search =>
      page && page.pathname !== location.pathname ? page.search : location.search,
  }) as Search
}
