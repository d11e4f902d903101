import {
  MAX_TRAIT_VALUE_CHARACTERS,
  MAX_WORK_DESCRIPTION_CHARACTERS,
  MAX_WORK_NAME_CHARACTERS,
} from '@platemark/works/limits'
import type { Correction } from '@platemark/works/work-types'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../../ui/field.tsx'
import { PlayableWork, type ShownWork } from './work-picture.tsx'

type WorkDialogProps = {
  work: ShownWork
  /** Takes what was changed, which may be nothing. */
  onSave(changes: Correction[]): void
  onClose(): void
}

/** One work of a set, with its name, description and traits to edit. */
export function WorkDialog({ work, onSave, onClose }: WorkDialogProps) {
  const [name, setName] = useState(work.name ?? '')
  const [description, setDescription] = useState(work.description ?? '')
  const traits = work.attributes.filter(({ display_type }) => display_type !== 'date')
  const [values, setValues] = useState(() => traits.map(({ value }) => String(value)))
  const save = () => {
    const { source } = work
    const texts = [
      { field: 'name', before: work.name, text: name },
      { field: 'description', before: work.description, text: description },
    ] as const
    const changes: Correction[] = [
      ...texts.flatMap(({ field, before, text }): Correction[] =>
        text.trim() === (before ?? '') ? [] : [{ kind: 'use_text', source, field, text }],
      ),
      ...traits.flatMap(({ trait_type: trait, value: before }, at): Correction[] => {
        const value = (values[at] ?? '').trim()
        return value === String(before)
          ? []
          : [{ kind: 'use_value', source, trait, value }]
      }),
    ]
    onSave(changes)
  }
  // Outside the form of the step: a form within a form is submitted as a page.
  return createPortal(
    <Dialog title={`#${work.token_id}`} isOpen onClose={onClose} width={560}>
      <form
        className="work-edit"
        onSubmit={(event) => {
          event.preventDefault()
          // It would reach the form of the step, which React still has around it.
          event.stopPropagation()
          save()
        }}
      >
        <div className="mat">
          <PlayableWork work={work} />
        </div>
        <TextField
          label="Name"
          value={name}
          maxLength={MAX_WORK_NAME_CHARACTERS}
          hint="Empty: the name of the collection and its number."
          onChange={({ target }) => setName(target.value)}
        />
        <TextArea
          label="Description"
          rows={3}
          value={description}
          maxLength={MAX_WORK_DESCRIPTION_CHARACTERS}
          hint="Empty: the description of the collection."
          onChange={({ target }) => setDescription(target.value)}
        />
        {traits.map(({ trait_type }, at) => (
          <TextField
            key={trait_type}
            label={trait_type}
            aside="Trait"
            value={values[at]}
            maxLength={MAX_TRAIT_VALUE_CHARACTERS}
            onChange={({ target }) =>
              setValues((now) =>
                now.map((one, place) => (place === at ? target.value : one)),
              )
            }
          />
        ))}
        <div className="split">
          <Button look="quiet" type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Save</Button>
        </div>
      </form>
    </Dialog>,
    document.body,
  )
}
