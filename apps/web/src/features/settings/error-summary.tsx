import type { Ref } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { type FieldName, fieldLabels } from './profile-draft.ts'

type ErrorSummaryProps = { ref: Ref<HTMLDivElement>; names: FieldName[] }

/** Links to the invalid fields of the form. Takes the focus. */
export function ErrorSummary({ ref, names }: ErrorSummaryProps) {
  if (names.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a frame.
    <div
      className="notice error error-summary"
      ref={ref}
      role="group"
      tabIndex={-1}
      aria-label="Errors"
    >
      <Icon name="circle_alert" />
      <div>
        <b>
          {names.length === 1
            ? 'One field needs a change before saving.'
            : `${names.length} fields need a change before saving.`}
        </b>
        <ul>
          {names.map((name) => (
            <li key={name}>
              <a
                className="link"
                href={`#${name}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(name)?.focus()
                }}
              >
                {fieldLabels[name]}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
