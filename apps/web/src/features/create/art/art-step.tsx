import { lazy, Suspense, useState } from 'react'
import { useDraftEditor } from '../draft-editor.tsx'
import type { StepProblem } from '../frame/step-errors.tsx'
import { WizardStep } from '../frame/wizard-step.tsx'
import { ArtChoice } from './art-choice.tsx'
import { CameraDataChoice } from './camera-data-choice.tsx'
import { PictureSection } from './picture-section.tsx'
import { WorkSection } from './work-section.tsx'

const SetSection = lazy(async () => ({
  default: (await import('./set/set-section.tsx')).SetSection,
}))

/** First step: what each token shows, the image of the collection and its cover. */
export function ArtStep() {
  const { draft, fields, change } = useDraftEditor()
  const [problems, setProblems] = useState<readonly StepProblem[]>([])
  const isSet = fields.art === 'set'
  return (
    <WizardStep
      id="art"
      lead="Start with the work. Everything else can wait until later."
      problems={isSet ? problems : []}
    >
      <ArtChoice value={fields.art} onChange={(art) => change({ art })} />
      <CameraDataChoice />
      {isSet && (
        <Suspense fallback={<p className="muted small">Loading</p>}>
          <SetSection onProblems={setProblems} />
        </Suspense>
      )}
      {isSet ? (
        <PictureSection
          kind="image"
          title="Image of the collection"
          aspect={1}
          takesPaste={!draft.image}
          hint={
            'Shown on cards and on the page. Best square, at least 1000\u00a0×\u00a01000.'
          }
        />
      ) : (
        <WorkSection />
      )}
      <PictureSection
        kind="cover"
        title={
          <>
            Cover <span className="optional">optional</span>
          </>
        }
        aspect={2.5}
        takesPaste={draft.image !== null && !draft.cover}
        hint={'Shown across the top of the page, best at 1600\u00a0×\u00a0640.'}
      />
    </WizardStep>
  )
}
