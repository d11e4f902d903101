import { type Rehearsal, rehearsalSteps } from '@platemark/api/rehearsal'
import { stepTexts } from '@platemark/api/rehearsal-messages'
import { formatCount } from '@platemark/rules/amounts'
import { TrackStep } from '../../../../components/call/track-step.tsx'
import { useDraftEditor } from '../../draft-editor.tsx'

/** The steps of a rehearsal that runs. */
export function RehearsalSteps({ rehearsal }: { rehearsal: Rehearsal }) {
  const { step, done, total } = rehearsal
  const { fields } = useDraftEditor()
  const isHidden = fields.art === 'set' && fields.shown === 'at_reveal'
  const steps = rehearsalSteps.filter((one) => one !== 'reveal' || isHidden)
  const place = steps.indexOf(step)
  return (
    <ol className="track" aria-live="polite">
      {steps.map((one, at) => (
        <TrackStep key={one} at={at} place={place} title={stepTexts[one].title}>
          {stepTexts[one].text}
          {at === place && total > 1 && (
            <>
              {' '}
              {formatCount(done)} of {formatCount(total)}.
            </>
          )}
        </TrackStep>
      ))}
    </ol>
  )
}
