import type { RouteId } from '@platemark/api/routes'
import { useRouterState } from '@tanstack/react-router'
import { useAppConfig } from '../components/app-config.ts'

type NavItem = { id: RouteId | 'bridge'; label: string; href: string }

/** Navigation items in order. */
const items: NavItem[] = [
  { id: 'launchpad', label: 'Launchpad', href: '/' },
  { id: 'collections', label: 'Collections', href: '/collections' },
  { id: 'names', label: 'Names', href: '/names' },
  { id: 'bridge', label: 'Bridge', href: '' },
  { id: 'academy', label: 'Academy', href: '/academy' },
]

type ShownNavItem = NavItem & { isCurrent: boolean; isExternal: boolean }

/** Returns the navigation items to show; Bridge and Names where the instance has them. */
export function useNavItems(): ShownNavItem[] {
  const { bridge_url, names } = useAppConfig()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  return items.flatMap((entry) => {
    if (entry.id === 'bridge') {
      const bridge = {
        ...entry,
        href: bridge_url ?? '',
        isCurrent: false,
        isExternal: true,
      }
      return bridge_url ? [bridge] : []
    }
    if (entry.id === 'names' && !names) return []
    return [{ ...entry, isCurrent: isUnder(entry.id, pathname), isExternal: false }]
  })
}

/**
 * Returns whether a path belongs to an item; a collection's page belongs to their list.
 */
function isUnder(id: string, pathname: string): boolean {
  if (id === 'launchpad') return pathname === '/'
  if (id === 'collections') return /^\/collections?(\/|$)/.test(pathname)
  return pathname === `/${id}` || pathname.startsWith(`/${id}/`)
}
