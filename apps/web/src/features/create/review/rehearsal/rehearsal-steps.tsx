import { type Rehearsal, rehearsalSteps } from '@platemark/api/rehearsal'
import { formatCount } from '@platemark/rules/amounts'
import { TrackStep } from '../../../../components/call/track-step.tsx'
import { stepTexts } from './rehearsal-messages.ts'

/** The steps of a rehearsal that runs. */
export function RehearsalSteps({ rehearsal }: { rehearsal: Rehearsal }) {
  const { step, done, total } = rehearsal
  const place = rehearsalSteps.indexOf(step)
  return (
    <ol className="track" aria-live="polite">
      {rehearsalSteps.map((one, at) => (
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
