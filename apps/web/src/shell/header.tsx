import { useAppConfig } from '../components/app-config.ts'
import { SessionCorner } from '../features/session/session-corner.tsx'
import { ExternalLink } from '../ui/external-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { HeaderSearch } from './header-search.tsx'
import { Logo } from './logo.tsx'
import { useNavItems } from './nav-items.ts'
import type { Menu } from './use-menu.ts'

export function Header({ menu }: { menu: Menu }) {
  const { product_name } = useAppConfig()
  const entries = useNavItems()
  return (
    <header className="header">
      <Link className="brand" href="/" aria-label={`${product_name}, home`}>
        <Logo />
      </Link>
      <nav aria-label="Main">
        {entries.map(({ id, href, label, isCurrent, isExternal }) =>
          isExternal ? (
            <ExternalLink key={id} href={href}>
              {label}
            </ExternalLink>
          ) : (
            <Link key={id} href={href} aria-current={isCurrent ? 'page' : undefined}>
              {label}
            </Link>
          ),
        )}
      </nav>
      <div className="right">
        <HeaderSearch />
        <SessionCorner />
        <button
          type="button"
          className="button quiet square menu-button"
          aria-label={menu.isOpen ? 'Close menu' : 'Menu'}
          aria-expanded={menu.isOpen}
          aria-controls="menu"
          onClick={menu.toggle}
        >
          <Icon name={menu.isOpen ? 'close' : 'menu'} size={20} />
        </button>
      </div>
    </header>
  )
}
