import type { ReactNode } from 'react'
import { writeSearch } from '../../../lib/search.ts'
import { useSearch } from '../../../lib/use-search.ts'
import { Link } from '../../../ui/link.tsx'
import type { ChangeName } from './change-props.ts'
import { changes } from './changes.ts'
import type { Own } from './own.ts'

type ChangeLinkProps = {
  own: Own
  name: ChangeName
  className?: string
  children: ReactNode
}

/** Link that opens a change in place; renders nothing where it is not offered. */
export function ChangeLink({ own, name, className = 'link', children }: ChangeLinkProps) {
  const { change } = useSearch()
  // The part of the owner is always on the page.
  if (!changes[name] && name !== 'owner') return null
  return (
    <Link
      className={className}
      href={changeHref(own, name)}
      scroll={false}
      aria-expanded={change === name}
    >
      {children}
    </Link>
  )
}

/** Returns the address of the page of a collection with a change opened, or with none. */
export function changeHref({ draft }: Own, name: ChangeName | ''): string {
  return `/studio/${draft.contract_id}${writeSearch({ change: name })}`
}
