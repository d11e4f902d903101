import '../affix-field.css'
import './editing.css'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Field } from '../../ui/field.tsx'
import { useNetworkNames } from '../app-config.ts'

type PageAddressFieldProps = ComponentPropsWithRef<'input'> & {
  id: string
  /** Alias of the network, which stands before the slug. */
  network: string
  /** Shown at the end of the label's line. */
  aside?: ReactNode
  hint: ReactNode
  /** The address is known to be free, which stands in place of the hint. */
  isFree: boolean
  /** Stands after the sentence that it is free. */
  freeNote?: string | undefined
  /** Error message in place of either. */
  error: string | undefined
}

/** Input of the slug of a page, after the beginning of its address. */
export function PageAddressField({
  id,
  network,
  aside,
  hint,
  isFree,
  freeNote = '',
  error,
  ...input
}: PageAddressFieldProps) {
  const nameNetwork = useNetworkNames()
  const success = isFree && `Free on ${nameNetwork(network)}${freeNote}`
  return (
    <Field {...{ id, label: 'Page address', aside, hint, success, error }}>
      <div className="affix">
        <span className="before" aria-hidden="true">
          /collection/{network}/
        </span>
        <input
          type="text"
          className="input"
          id={id}
          {...input}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-aside ${id}-note`}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
    </Field>
  )
}

/** Hint under the slug of a page as it is typed. */
export function aliasHint(text: string): string {
  return text === ''
    ? 'Without one, the page uses the contract’s address.'
    : 'Lower-case letters, digits and single hyphens.'
}
