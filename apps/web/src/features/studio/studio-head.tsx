import { Link } from '../../ui/link.tsx'

const tabs = [
  { id: 'collections', label: 'Collections', href: '/studio' },
  { id: 'earnings', label: 'Earnings', href: '/studio/earnings' },
] as const

/** Heading of the studio with its two parts, each a page of its own. */
export function StudioHead({ current }: { current: (typeof tabs)[number]['id'] }) {
  return (
    <header className="studio-head">
      <h1>Studio</h1>
      <nav className="tabs" aria-label="Studio">
        {tabs.map(({ id, label, href }) => (
          <Link key={id} href={href} aria-current={id === current ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
    </header>
  )
}
