import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { MissingGate } from './use-join.ts'

/** Page on which a condition is met. */
const pages: Record<string, { label: string; href: string }> = {
  owns_name: { label: 'Find a name', href: '/names' },
  academy_completed: { label: 'Open the academy', href: '/academy' },
  min_prior_mints: { label: 'Find a drop', href: '/collections' },
  min_value_wei: { label: 'Find a drop', href: '/collections' },
}

type MissingGatesProps = {
  missing: readonly MissingGate[]
  /** They are those of a signed-in user, who cannot join with them. */
  isAsked: boolean
}

/** Conditions of joining that are not met, each with the page to meet it on. */
export function MissingGates({ missing, isAsked }: MissingGatesProps) {
  if (missing.length === 0) return null
  return (
    <Notice kind={isAsked ? 'warning' : 'quiet'} title="Before you can join">
      {missing.map(({ gate, message }) => (
        <span key={gate} className="missing-gate">
          {message}{' '}
          {pages[gate] && (
            <Link className="link" href={pages[gate].href}>
              {pages[gate].label}
            </Link>
          )}
        </span>
      ))}
    </Notice>
  )
}
