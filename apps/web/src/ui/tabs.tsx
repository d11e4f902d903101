import type { ReactNode } from 'react'
import { Link } from './link.tsx'

export type TabItem = { id: string; label: ReactNode; href: string }

/** Tabs that are links: the URL holds the selected one. */
export function Tabs({
  label,
  tabs,
  current,
  onIntent,
}: {
  label: string
  tabs: TabItem[]
  current: string | undefined
  /** Called on hover or focus, before a tab is chosen. */
  onIntent?: (id: string) => void
}) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          href={tab.href}
          scroll={false}
          replace
          onPointerEnter={() => onIntent?.(tab.id)}
          onFocus={() => onIntent?.(tab.id)}
          aria-current={tab.id === current ? 'true' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
