import '../../../components/affix-field.css'
import type { ComponentPropsWithRef } from 'react'
import { useNetworkNames } from '../../../components/app-config.ts'
import { FieldError } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useDraftEditor } from '../draft-editor.tsx'

type PageAddressProps = ComponentPropsWithRef<'input'> & {
  error: string | undefined
  network: string
  /** The typed text. */
  text: string
}

/** The slug of the page; whether it is free is known once the draft holds it. */
export function PageAddress({ error, network, text, id, ...input }: PageAddressProps) {
  const { draft, saving, fields } = useDraftEditor()
  const nameNetwork = useNetworkNames()
  const isStored = text !== '' && draft.fields.alias === text && fields.alias === text
  const isFree = isStored && saving !== 'saving' && draft.fields.chain_alias === network
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>Page address</label>
        <span className="hint">Optional</span>
      </div>
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
          aria-describedby={`${id}-note`}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <div className="field-note" id={`${id}-note`}>
        {error ? (
          <FieldError>{error}</FieldError>
        ) : isFree ? (
          <span className="good">
            <Icon name="check" size={15} />
            Free on {nameNetwork(network)}
          </span>
        ) : (
          <span className="hint">
            {text === ''
              ? 'Without one, the page has the address of the contract.'
              : 'Small letters, digits and single hyphens.'}
          </span>
        )}
      </div>
    </div>
  )
}
