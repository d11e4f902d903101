import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'

type ExternalLinkProps = Omit<ComponentProps<'a'>, 'target' | 'rel'> & {
  href: string
  iconSize?: number
  /** Somebody who uses the site wrote the address: it is nothing that the site recommends. */
  isWrittenByUser?: boolean
}

/** A link that leaves the app: a new tab, and it says so. */
export function ExternalLink({
  children,
  iconSize = 14,
  isWrittenByUser = false,
  ...rest
}: ExternalLinkProps) {
  const rel = `${isWrittenByUser ? 'nofollow ugc ' : ''}noopener noreferrer`
  return (
    <a {...rest} target="_blank" rel={rel}>
      {children}
      <Icon name="external" size={iconSize} />
      <span className="hide"> (opens in a new tab)</span>
    </a>
  )
}
