import './field.css'
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { Icon } from './icon.tsx'

type FieldProps = {
  label: string
  /** Shown at the end of the label's line: a counter, "Private". */
  aside?: ReactNode
  /** Shown beneath while there is no error. */
  hint?: ReactNode
  /** Success message in place of the hint. */
  success?: ReactNode
  /** Error message in place of either. */
  error?: string | undefined
}

type TextFieldProps = FieldProps & ComponentPropsWithRef<'input'>

/** Single-line input with label and one line of text beneath. */
export function TextField({
  label,
  aside,
  hint,
  success,
  error,
  ...rest
}: TextFieldProps) {
  const names = useNames(rest.id, error)
  return (
    <Field {...{ id: names.id, label, aside, hint, success, error }}>
      <input type="text" className="input" {...rest} {...names} />
    </Field>
  )
}

type TextAreaProps = FieldProps & ComponentPropsWithRef<'textarea'>

/** Multi-line `TextField`. */
export function TextArea({ label, aside, hint, success, error, ...rest }: TextAreaProps) {
  const names = useNames(rest.id, error)
  return (
    <Field {...{ id: names.id, label, aside, hint, success, error }}>
      <textarea className="input" {...rest} {...names} />
    </Field>
  )
}

/** Returns the props that link an input to its label and messages. */
function useNames(given: string | undefined, error: string | undefined) {
  const own = useId()
  const id = given ?? own
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': `${id}-aside ${id}-note`,
  }
}

/** Label, input and messages of a field; the input takes its ids from `id`. */
export function Field({
  id,
  label,
  aside,
  hint,
  success,
  error,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        <span className="hint" id={`${id}-aside`}>
          {aside}
        </span>
      </div>
      {children}
      <div className="field-note" id={`${id}-note`}>
        {error ? (
          <FieldError>{error}</FieldError>
        ) : success ? (
          <span className="good">
            <Icon name="check" size={15} />
            {success}
          </span>
        ) : (
          <span className="hint">{hint}</span>
        )}
      </div>
    </div>
  )
}

/** Error message of a field with color and icon. */
export function FieldError({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <span className="error field-error" id={id}>
      <Icon name="circle_alert" size={15} />
      <span>{children}</span>
    </span>
  )
}
