import { type ReactNode, useEffect, useState } from 'react'
import { Icon } from '../../../../ui/icon.tsx'
import { AcademyIcon } from '../../academy-icon.tsx'

type LinkedHeadingProps = { id: string; children: ReactNode }

/** Heading of a section with a link that copies its address. */
export function SectionHeading({ id, children }: LinkedHeadingProps) {
  return (
    <div className="linked-heading">
      <h2 id={id}>{children}</h2>
      <HeadingLink id={id}>{children}</HeadingLink>
    </div>
  )
}

/** Heading within a section; see `SectionHeading`. */
export function SubsectionHeading({ id, children }: LinkedHeadingProps) {
  return (
    <div className="linked-heading small">
      <h3 id={id}>{children}</h3>
      <HeadingLink id={id}>{children}</HeadingLink>
    </div>
  )
}

/** Link to a heading, which it also copies. */
function HeadingLink({ id, children }: LinkedHeadingProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = () => {
    const { origin, pathname } = location
    // Where the clipboard is closed, the address bar has the link.
    navigator.clipboard?.writeText(`${origin}${pathname}#${id}`).then(
      () => setCopied(true),
      () => undefined,
    )
  }
  return (
    <>
      <a className="heading-link" href={`#${id}`} onClick={copy}>
        {isCopied ? (
          <Icon name="check" size={16} />
        ) : (
          <AcademyIcon name="link" size={16} />
        )}
        <span className="hide">Copy link to {children}</span>
      </a>
      <span className="hide" role="status">
        {isCopied && 'Link copied'}
      </span>
    </>
  )
}
