import type { ReactNode } from 'react'
import { ExternalLink } from '../../../../ui/external-link.tsx'
import { Link } from '../../../../ui/link.tsx'

/** Link in the text: to a page of this site, or to another in a new tab. */
export function ArticleLink({ href, children }: { href: string; children: ReactNode }) {
  if (/^https:/.test(href)) return <ExternalLink href={href}>{children}</ExternalLink>
  return <Link href={href}>{children}</Link>
}
