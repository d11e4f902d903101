import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { Spinner } from './spinner.tsx'

type ButtonProps = ComponentPropsWithRef<'button'> & {
  /** One filled button a view: the one that does what the view is for. */
  look?: 'filled' | 'quiet' | 'plain' | 'danger'
  isWide?: boolean
  /** Shows a spinner and takes no second press; keeps the focus. */
  isBusy?: boolean
  /** Why it cannot be pressed now: id of the sentence. The button stays reachable. */
  blockedBy?: string
}

export function Button({
  look = 'filled',
  isWide = false,
  isBusy = false,
  blockedBy,
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isStopped = isBusy || blockedBy !== undefined
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isStopped) {
      event.preventDefault()
      return
    }
    onClick?.(event)
  }
  return (
    <button
      type="button"
      className={`button ${look === 'filled' ? '' : look} ${isWide ? 'wide' : ''} ${className}`}
      aria-busy={isBusy || undefined}
      aria-disabled={isStopped || undefined}
      aria-describedby={blockedBy}
      onClick={press}
      {...rest}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}
