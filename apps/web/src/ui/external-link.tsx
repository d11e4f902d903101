import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'

type ExternalLinkProps = Omit<ComponentProps<'a'>, 'target' | 'rel'> & {
  href: string
  iconSize?: number
  /** The URL was written by a user, so it is not endorsed: adds `nofollow ugc`. */
  isWrittenByUser?: boolean
}

/** Link that opens a new tab, announced to screen readers. */
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
