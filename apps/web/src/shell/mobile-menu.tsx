import { useSession } from '../lib/session.ts'
import { ExternalLink } from '../ui/external-link.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Link } from '../ui/link.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { useNavItems } from './nav-items.ts'

const AccountRow = lazyPart(
  async () => (await import('../features/session/user-row.tsx')).UserRow,
)

/** Menu of phones: covers the page below the header. */
export function MobileMenu() {
  const entries = useNavItems()
  const { user } = useSession()
  return (
    <nav className="mobile-menu" id="menu" aria-label="Main">
      <ul>
        {entries.map(({ id, href, label, isCurrent, isExternal }) => (
          <li key={id}>
            {isExternal ? (
              <ExternalLink href={href} iconSize={18}>
                {label}
              </ExternalLink>
            ) : (
              // Replaces the menu's own history entry.
              <Link href={href} replace aria-current={isCurrent ? 'page' : undefined}>
                {label}
              </Link>
            )}
          </li>
        ))}
        <li>
          <Link href="/create" replace>
            Create
          </Link>
        </li>
      </ul>
      <div className="grow" />
      {user && <AccountRow user={user} />}
      <p className="others">
        <Link href="/saved" replace>
          Saved
        </Link>
        <Link href="/about" replace>
          About
        </Link>
        <Link href="/about#networks" replace>
          Network status
        </Link>
      </p>
      <ThemeSwitch />
    </nav>
  )
}
