import { useDraftEditor } from '../draft-editor.tsx'
import { WizardStep } from '../frame/wizard-step.tsx'
import { PictureSection } from './picture-section.tsx'

/** First step: the image that every token shows, and the cover of the page. */
export function ArtStep() {
  const { draft } = useDraftEditor()
  return (
    <WizardStep
      id="art"
      lead="Start with the work. Everything else can wait until later."
    >
      <PictureSection
        kind="image"
        title="Image"
        aspect={1}
        takesPaste={!draft.image}
        hint="Every token shows it. Best square, at least 1000 × 1000."
      />
      <PictureSection
        kind="cover"
        title={
          <>
            Cover <span className="optional">optional</span>
          </>
        }
        aspect={2.5}
        takesPaste={draft.image !== null && !draft.cover}
        hint="Shown across the top of the page, best at 1600 × 640."
      />
    </WizardStep>
  )
}
