import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'

type ExternalLinkProps = Omit<ComponentProps<'a'>, 'target' | 'rel'> & {
  href: string
  iconSize?: number
}

/** A link that leaves the app: a new tab, and it says so. */
export function ExternalLink({ children, iconSize = 14, ...rest }: ExternalLinkProps) {
  return (
    <a {...rest} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon name="external" size={iconSize} />
      <span className="hide"> (opens in a new tab)</span>
    </a>
  )
}
