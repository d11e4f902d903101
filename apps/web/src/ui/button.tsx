import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { Spinner } from './spinner.tsx'

type ButtonProps = ComponentPropsWithRef<'button'> & {
  /** `filled` once per view: for its main action. */
  look?: 'filled' | 'quiet' | 'plain' | 'danger'
  isWide?: boolean
  /** Shows a spinner and ignores presses; keeps the focus. */
  isBusy?: boolean
  /** Id of the text that explains why it is disabled. The button stays focusable. */
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
