import { type RouteId, routes } from '@platemark/api/routes'
import { useRouterState } from '@tanstack/react-router'

type Entry = { id: string; label: string; href: string }

/** The menu of the product in its order. An entry shows once its page exists. */
const planned: Entry[] = [
  { id: 'launchpad', label: 'Launchpad', href: '/' },
  { id: 'names', label: 'Names', href: '/names' },
  { id: 'bridge', label: 'Bridge', href: '' },
  { id: 'academy', label: 'Academy', href: '/academy' },
]

type MenuEntry = Entry & { isCurrent: boolean; isExternal: boolean }

/** What the header and the menu show now; Bridge where the instance has one. */
export function useEntries(bridgeUrl: string | null): MenuEntry[] {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  return planned.flatMap((entry) => {
    if (entry.id === 'bridge') {
      const bridge = {
        ...entry,
        href: bridgeUrl ?? '',
        isCurrent: false,
        isExternal: true,
      }
      return bridgeUrl ? [bridge] : []
    }
    if (!exists(entry.id)) return []
    return [{ ...entry, isCurrent: isUnder(entry.id, pathname), isExternal: false }]
  })
}

/** Whether this version has that page. */
export function exists(id: string): id is RouteId {
  return routes.some((route) => route.id === id)
}

/** The launchpad is home to its lists and collections, too. */
function isUnder(id: string, pathname: string): boolean {
  if (id === 'launchpad') return /^\/($|collections?(\/|$))/.test(pathname)
  return pathname === `/${id}` || pathname.startsWith(`/${id}/`)
}
