import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type NoticeProps = {
  kind?: 'info' | 'success' | 'warning' | 'error' | 'quiet'
  /** Alerts are announced assertively; without it errors are. */
  role?: 'alert' | 'status'
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
}

/** Inline notice. Errors are announced assertively, other kinds politely. */
export function Notice({
  kind = 'info',
  role = kind === 'error' ? 'alert' : 'status',
  title,
  children,
  actions,
}: NoticeProps) {
  return (
    <div className={`notice ${kind}`} role={role}>
      <Icon name={icons[kind]} />
      <div>
        {title && <b>{title}</b>}
        {children && <p>{children}</p>}
        {actions && <div className="actions">{actions}</div>}
      </div>
    </div>
  )
}

const icons: Record<NonNullable<NoticeProps['kind']>, IconName> = {
  info: 'info',
  success: 'circle_check',
  warning: 'alert',
  error: 'circle_alert',
  quiet: 'info',
}
