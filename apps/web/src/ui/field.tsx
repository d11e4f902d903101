import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

type FieldProps = ComponentPropsWithRef<'input'> & {
  label: string
  hint?: ReactNode
  /** What is wrong with the value, in a sentence. */
  error?: string | undefined
}

/** A labelled text input with its hint and its error. */
export function Field({ label, hint, error, id, ...input }: FieldProps) {
  const made = useId()
  const inputId = id ?? made
  const notes = [hint && `${inputId}-hint`, error && `${inputId}-error`].filter(Boolean)
  return (
    <div className="field">
      <label htmlFor={inputId}>{label}</label>
      <input
        className="input"
        id={inputId}
        aria-invalid={error ? true : undefined}
        aria-describedby={notes.join(' ') || undefined}
        {...input}
      />
      {hint && (
        <p className="hint" id={`${inputId}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="error" id={`${inputId}-error`}>
          <Icon name="circle_alert" size={16} />
          {error}
        </p>
      )}
    </div>
  )
}
