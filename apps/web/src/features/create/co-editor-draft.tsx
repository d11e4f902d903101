import { shortAddress } from '@platemark/rules/amounts'
import { useState } from 'react'
import { linkLabels, linkNames } from '../../components/editing/page-links.ts'
import { LeaveGuard } from '../../components/leave-guard.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PictureSection } from './art/picture-section.tsx'
import {
  detailsFields,
  detailsSchema,
  toDetailsChanges,
  toDetailsValues,
} from './details/details-form.ts'
import { useDraftEditor } from './draft-editor.tsx'
import { ConflictNotice } from './frame/conflict-notice.tsx'
import { SaveState } from './frame/save-state.tsx'
import { StepProblemsProvider } from './frame/step-problems.tsx'
import { type Typed, TypedValues } from './frame/typed-values.ts'
import { useStepForm } from './frame/use-step-form.ts'
import type { StepId } from './steps.ts'

/** Draft of another account: its co-editor changes texts and pictures, which save themselves. */
export function CoEditorDraft() {
  const { draft, fields, flush, problem, saving, revision } = useDraftEditor()
  const [typed] = useState(() => new Map<StepId, Typed<unknown>>())
  return (
    <StepProblemsProvider>
      <div className="wizard co-editor-draft">
        <div className="wizard-top">
          <b>{fields.name || 'New collection'}</b>
          <SaveState />
        </div>
        <h1>Edit a draft together</h1>
        <p className="lead">
          It belongs to {shortAddress(draft.owner)}. You can change texts and pictures.
          Sale, page address and deployment are up to the owner.
        </p>
        {problem && saving !== 'offline' && (
          <Notice kind="error" title="Your changes are not saved">
            {problem.message} They are still on this page.
          </Notice>
        )}
        <ConflictNotice />
        <PictureSection
          kind="image"
          title="Image of the collection"
          aspect={1}
          takesPaste={false}
          hint={
            'Shown on cards and on the page. Best square, at least 1000\u00a0×\u00a01000.'
          }
        />
        <PictureSection
          kind="cover"
          title="Cover"
          aspect={2.5}
          takesPaste={false}
          hint={'Shown across the top of the page, best at 1600\u00a0×\u00a0640.'}
        />
        <TypedValues value={typed}>
          <Texts key={revision} />
        </TypedValues>
        <LeaveGuard isDirty={saving !== 'saved'} save={flush} />
      </div>
    </StepProblemsProvider>
  )
}

function Texts() {
  const { fields } = useDraftEditor()
  const { inputOf } = useStepForm({
    step: 'details',
    schema: detailsSchema,
    values: toDetailsValues(fields),
    fields: () => detailsFields,
    toChanges: (values) => {
      const { chain_alias: _, alias: __, ...texts } = toDetailsChanges(values, fields)
      return texts
    },
  })
  return (
    <>
      <div className="name-and-symbol">
        <TextField {...inputOf('name')} label="Name" autoComplete="off" />
        <TextField {...inputOf('symbol')} label="Symbol" autoComplete="off" />
      </div>
      <TextArea {...inputOf('description')} label="Description" rows={4} />
      <fieldset>
        <legend className="h3 picture-title">Links</legend>
        <div className="two">
          {linkNames.map((link) => (
            <TextField
              key={link}
              {...inputOf(`links.${link}`)}
              label={linkLabels[link]}
              placeholder="https://"
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
          ))}
        </div>
      </fieldset>
    </>
  )
}
