import type { ComponentPropsWithRef } from 'react'
import {
  aliasHint,
  PageAddressField,
} from '../../../components/editing/page-address-field.tsx'
import { useDraftEditor } from '../draft-editor.tsx'

type PageAddressProps = ComponentPropsWithRef<'input'> & {
  id: string
  error: string | undefined
  network: string
  /** The typed text. */
  text: string
}

/** The slug of the page; whether it is free is known once the draft holds it. */
export function PageAddress({ network, text, ...input }: PageAddressProps) {
  const { draft, saving, fields } = useDraftEditor()
  const isStored = text !== '' && draft.fields.alias === text && fields.alias === text
  const isFree = isStored && saving !== 'saving' && draft.fields.chain_alias === network
  return (
    <PageAddressField
      {...input}
      network={network}
      aside="Optional"
      hint={aliasHint(text)}
      isFree={isFree}
    />
  )
}
