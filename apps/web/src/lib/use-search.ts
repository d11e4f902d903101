import { useRouterState } from '@tanstack/react-router'

/** The query of the current address, as plain strings. */
export function useSearch(): Record<string, string> {
  return useRouterState({
    // Safe: the router reads addresses by `readSearch`.
    select: ({ location }): Record<string, string> => location.search,
  }) as Record<string, string>
}
