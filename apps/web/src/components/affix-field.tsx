import './affix-field.css'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { FieldError } from '../ui/field.tsx'

type AffixFieldProps = ComponentPropsWithRef<'input'> & {
  id: string
  label: string
  /** Unit at the end of the input. */
  after: ReactNode
  hint?: string
  error?: string | undefined
}

/** Text field with its unit inside. */
export function AffixField({ label, after, hint, error, id, ...input }: AffixFieldProps) {
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
      </div>
      <div className="affix">
        <input
          type="text"
          className="input"
          id={id}
          autoComplete="off"
          {...input}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-unit ${id}-note`}
        />
        <span id={`${id}-unit`}>{after}</span>
      </div>
      <div className="field-note" id={`${id}-note`}>
        {error ? <FieldError>{error}</FieldError> : <span className="hint">{hint}</span>}
      </div>
    </div>
  )
}
