import type { ReactNode } from 'react'

type SettingRowProps = {
  term: string
  /** Its limit: "Ceiling 10%". */
  note?: ReactNode
  /** Link that changes it, or the mark that it is permanent. */
  action?: ReactNode
  /** The change, while it is open. */
  open?: ReactNode
  children: ReactNode
}

/** One setting: what it is called, its value, and what can be done about it. */
export function SettingRow({ term, note, action, open, children }: SettingRowProps) {
  return (
    <li>
      <span className="muted">{term}</span>
      <span>{children}</span>
      <span className="setting-action">{action}</span>
      {note && <small className="muted">{note}</small>}
      {open}
    </li>
  )
}
