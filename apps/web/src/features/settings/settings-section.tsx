import { type ReactNode, useId } from 'react'

type SettingsSectionProps = { title: string; text: ReactNode; children: ReactNode }

/** One section of the settings: description on the left, controls on the right. */
export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section className="section" aria-labelledby={id}>
      <div className="side">
        <h2 id={id}>{title}</h2>
        <p className="muted">{text}</p>
      </div>
      <div className="main">{children}</div>
    </section>
  )
}
