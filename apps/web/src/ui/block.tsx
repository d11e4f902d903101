import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

type EmptyBlockProps = {
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  level?: 'h1' | 'h2' | 'h3'
}

/** Empty state: title, reason and action. */
export function EmptyBlock({
  title,
  children,
  actions,
  level: Title = 'h3',
}: EmptyBlockProps) {
  return (
    <div className="block">
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      {actions && <div className="actions">{actions}</div>}
    </div>
  )
}

type ErrorBlockProps = {
  title: ReactNode
  children?: ReactNode
  /** Request id in the server's log. */
  requestId?: string | undefined
  onRetry: () => void
  isBusy?: boolean
  className?: string
  level?: 'h1' | 'h2' | 'h3'
}

/** Error of one part of a page. */
export function ErrorBlock({
  title,
  children,
  requestId,
  onRetry,
  isBusy = false,
  className = '',
  level: Title = 'h3',
}: ErrorBlockProps) {
  return (
    <div className={`block solid ${className}`} role="alert">
      <Title>{title}</Title>
      {children && <p>{children}</p>}
      <div className="actions">
        <Button look="quiet" isBusy={isBusy} onClick={onRetry}>
          {!isBusy && <Icon name="retry" />}
          Try again
        </Button>
      </div>
      {requestId && <p className="request">Request {requestId}</p>}
    </div>
  )
}
