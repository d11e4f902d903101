import type { Network } from '@platemark/api/config'
import type { RouteId } from '@platemark/api/routes'
import type { ReactNode } from 'react'
import { useAppConfig } from '../components/app-config.ts'
import { ExternalLink } from '../ui/external-link.tsx'
import { Link } from '../ui/link.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { Logo } from './logo.tsx'

export function Footer() {
  const { networks, bridge_url, operator_name, names } = useAppConfig()
  return (
    <footer className="footer">
      <div className="in">
        <div>
          <Logo />
          <p className="say">
            Open-source software for launching and collecting editions.
            {operator_name && ` This one is run by ${operator_name}.`}
          </p>
        </div>
        {columns.map(({ title, links }) => (
          <Column key={title} title={title}>
            {links
              .filter(({ id }) => id !== 'names' || names)
              .map(({ id, label, href }) => (
                <li key={id}>
                  <Link href={href}>{label}</Link>
                </li>
              ))}
          </Column>
        ))}
        <Column title="Resources">
          {bridge_url && (
            <li>
              <ExternalLink href={bridge_url}>Bridge</ExternalLink>
            </li>
          )}
          <li>
            <Link href="/about#networks">Network status</Link>
          </li>
          {/* Pages of the server, which the app does not draw. */}
          <li>
            <a href="/api/docs">API</a>
          </li>
          <li>
            <a href="/widget/examples">Embed a mint panel</a>
          </li>
        </Column>
        <div className="base">
          <span>{statusOf(networks)}</span>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  )
}

/** Links under a title. */
function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </div>
  )
}

const columns: {
  title: string
  links: { id: RouteId; label: string; href: string }[]
}[] = [
  {
    title: 'Collect and create',
    links: [
      { id: 'launchpad', label: 'Launchpad', href: '/' },
      { id: 'collections', label: 'Collections', href: '/collections' },
      { id: 'names', label: 'Names', href: '/names' },
      { id: 'create', label: 'Create', href: '/create' },
      { id: 'campaigns', label: 'Campaigns', href: '/campaigns' },
      { id: 'saved', label: 'Saved', href: '/saved' },
    ],
  },
  {
    title: 'Learn',
    links: [
      { id: 'academy', label: 'Academy', href: '/academy' },
      { id: 'about', label: 'About', href: '/about' },
    ],
  },
]

/** Returns `9 networks, all up to date`, or the network that lags by a minute or more. */
function statusOf(networks: Network[]): string {
  const count = `${networks.length} ${networks.length === 1 ? 'network' : 'networks'}`
  const behind = networks.filter(({ behind_seconds }) => (behind_seconds ?? 0) >= 60)
  if (behind.length === 0) {
    return networks.length === 1 ? `${count}, up to date` : `${count}, all up to date`
  }
  const words = behind.map(({ name, behind_seconds }) => {
    const minutes = Math.floor((behind_seconds ?? 0) / 60)
    return `${name} is ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} behind`
  })
  return `${count}, ${words.join(', ')}`
}
