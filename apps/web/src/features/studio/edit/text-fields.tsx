import { countCharacters } from '@platemark/rules/characters'
import { CharacterCount } from '../../../components/editing/character-count.tsx'
import {
  aliasHint,
  PageAddressField,
} from '../../../components/editing/page-address-field.tsx'
import { linkInput, linkNames } from '../../../components/editing/page-links.ts'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { type TextName, textLabels } from './page-texts.ts'
import type { PageEditState } from './use-page-edit.ts'

const MAX_DESCRIPTION = 2000
const oldAddress = 'The old address will lead here.'

type TextFieldsProps = {
  form: PageEditState
  network: string
  /** The contract froze the description with its metadata. */
  isFrozen: boolean
  /** Only the owner changes the address of the page. */
  isOwner: boolean
}

/** The texts of a page: description, address and links. */
export function TextFields(props: TextFieldsProps) {
  const { form, network, isFrozen, isOwner } = props
  const description = form.textOf('description')
  const alias = form.textOf('alias')
  const isMoved = form.changed.includes('alias')
  const leavesAddress = isMoved && form.page.texts.alias !== ''
  return (
    <>
      <TextArea
        {...fieldProps(form, 'description')}
        label={textLabels.description}
        aside={
          <>
            <Changed form={form} name="description" />
            <CharacterCount count={countCharacters(description)} max={MAX_DESCRIPTION} />
          </>
        }
        hint={isFrozen && 'It was frozen together with the metadata.'}
        readOnly={isFrozen}
        rows={4}
      />
      {isOwner && (
        <PageAddressField
          {...fieldProps(form, 'alias')}
          network={network}
          isFree={form.isFree === true}
          aside={<Changed form={form} name="alias" />}
          hint={leavesAddress ? oldAddress : aliasHint(alias)}
          freeNote={leavesAddress ? `. ${oldAddress}` : undefined}
        />
      )}
      <div className="two">
        {linkNames.map((name) => (
          <TextField
            key={name}
            {...fieldProps(form, name)}
            {...linkInput}
            label={textLabels[name]}
            aside={<Changed form={form} name={name} />}
          />
        ))}
      </div>
    </>
  )
}

function Changed({ form, name }: { form: PageEditState; name: TextName }) {
  return form.changed.includes(name) && <b className="changed">Changed</b>
}

/** Returns the props that every field of the form shares. */
function fieldProps(form: PageEditState, name: TextName) {
  return {
    id: name,
    name,
    value: form.textOf(name),
    error: form.errorOf(name),
    onChange: ({ target }: { target: { value: string } }) =>
      form.change(name, target.value),
    onBlur: () => form.leave(name),
  }
}
