import { type RouteId, routes } from '@platemark/api/routes'
import { useRouterState } from '@tanstack/react-router'

type NavItem = { id: string; label: string; href: string }

/** Navigation items in order. An item is shown once its page exists. */
const plannedItems: NavItem[] = [
  { id: 'launchpad', label: 'Launchpad', href: '/' },
  { id: 'names', label: 'Names', href: '/names' },
  { id: 'bridge', label: 'Bridge', href: '' },
  { id: 'academy', label: 'Academy', href: '/academy' },
]

type ShownNavItem = NavItem & { isCurrent: boolean; isExternal: boolean }

/** Returns the navigation items to show; Bridge where the instance has one. */
export function useNavItems(bridgeUrl: string | null): ShownNavItem[] {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  return plannedItems.flatMap((entry) => {
    if (entry.id === 'bridge') {
      const bridge = {
        ...entry,
        href: bridgeUrl ?? '',
        isCurrent: false,
        isExternal: true,
      }
      return bridgeUrl ? [bridge] : []
    }
    if (!isRoute(entry.id)) return []
    return [{ ...entry, isCurrent: isUnder(entry.id, pathname), isExternal: false }]
  })
}

/** Returns whether this version has that page. */
export function isRoute(id: string): id is RouteId {
  return routes.some((route) => route.id === id)
}

/**
 * Returns whether a path belongs to an item; the launchpad includes lists and
 * collections.
 */
function isUnder(id: string, pathname: string): boolean {
  if (id === 'launchpad') return /^\/($|collections?(\/|$))/.test(pathname)
  return pathname === `/${id}` || pathname.startsWith(`/${id}/`)
}
