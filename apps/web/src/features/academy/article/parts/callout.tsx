import type { ReactNode } from 'react'
import { Icon } from '../../../../ui/icon.tsx'
import { AcademyIcon } from '../../academy-icon.tsx'

type CalloutProps = { kind: 'note' | 'tip' | 'warning' | 'danger'; children: ReactNode }

/** Note beside the text, a tip, or a warning. */
export function Callout({ kind, children }: CalloutProps) {
  return (
    <div className={`callout ${kind}`} role="note" aria-label={titles[kind]}>
      {icons[kind]}
      <div>
        <b>{titles[kind]}</b>
        {children}
      </div>
    </div>
  )
}

const titles = { note: 'Note', tip: 'Tip', warning: 'Warning', danger: 'Danger' }

const icons = {
  note: <Icon name="info" size={20} />,
  tip: <AcademyIcon name="tip" size={20} />,
  warning: <Icon name="circle_alert" size={20} />,
  danger: <Icon name="alert" size={20} />,
}
