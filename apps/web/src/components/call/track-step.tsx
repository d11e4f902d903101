import './call.css'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'

type TrackStepProps = {
  /** Number of the step, and of the one that is under way. */
  at: number
  place: number
  title: string
  /** It waits for a button of the page: nothing is under way that a spinner could show. */
  isIdle?: boolean
  children: ReactNode
}

/** One step of a transaction, in a list of the class `track`. */
export function TrackStep({
  at,
  place,
  title,
  isIdle = false,
  children,
}: TrackStepProps) {
  const state = at < place ? 'done' : at === place ? 'now' : ''
  return (
    <li className={state} aria-current={state === 'now' ? 'step' : undefined}>
      {state === 'done' ? (
        <Icon name="check" />
      ) : state === 'now' && !isIdle ? (
        <Spinner />
      ) : (
        <span className="dot" />
      )}
      <div>
        <b>{title}</b>
        <small>{children}</small>
      </div>
    </li>
  )
}
