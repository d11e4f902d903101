import type { DraftPhase } from '@platemark/api/studio'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'
import * as z from 'zod/mini'
import { TextField } from '../../../ui/field.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import { publicPhase } from '../editor/public-phase.ts'
import { useStepForm } from '../frame/use-step-form.ts'
import { WizardStep } from '../frame/wizard-step.tsx'

const schema = z
  .object({
    start: z.string().check(z.minLength(1, 'Enter when minting opens.')),
    end: z.string().check(z.minLength(1, 'Enter when minting closes.')),
  })
  .check(
    z.refine(({ start, end }) => !start || !end || start < end, {
      error: 'The end must come after the start.',
      path: ['end'],
    }),
  )
type Values = z.infer<typeof schema>

/** Fourth step: when the public phase opens and closes, in the zone of this browser. */
export function ScheduleStep() {
  const { fields } = useDraftEditor()
  const index = fields.phases.findIndex(({ kind }) => kind === 'public')
  const phase = fields.phases[index] ?? publicPhase(new Date())
  const others = fields.phases.filter(({ phase_id }) => phase_id !== PUBLIC_PHASE_ID)
  const at = index === -1 ? fields.phases.length : index
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { inputOf, problems, submit } = useStepForm<Values>({
    step: 'schedule',
    schema,
    values: { start: toLocal(phase.start), end: toLocal(phase.end) },
    fields: () => [
      { name: 'start', label: 'Opens', path: `phases.${at}.start` },
      { name: 'end', label: 'Closes', path: `phases.${at}.end` },
    ],
    toChanges(values) {
      if (!schema.safeParse(values).success) return {}
      const timed: DraftPhase = {
        ...phase,
        start: new Date(values.start).toISOString(),
        end: new Date(values.end).toISOString(),
      }
      return { phases: [...others, timed], time_zone: zone }
    },
  })
  return (
    <WizardStep
      id="schedule"
      lead="When everyone can mint."
      problems={problems}
      onContinue={submit}
    >
      <section className="card panel" aria-labelledby="public-phase">
        <h2 className="h3" id="public-phase">
          {phase.title}
        </h2>
        <p className="muted small">Your time, {zone.replaceAll('_', ' ')}.</p>
        <div className="two phase-times">
          <TextField
            {...inputOf('start')}
            label="Opens"
            type="datetime-local"
            hint={utcLine(phase.start)}
          />
          <TextField
            {...inputOf('end')}
            label="Closes"
            type="datetime-local"
            hint={utcLine(phase.end)}
          />
        </div>
      </section>
    </WizardStep>
  )
}

/** Converts an instant to the value of a `datetime-local` field. */
function toLocal(instant: string): string {
  const date = new Date(instant)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

function utcLine(instant: string): string {
  return `${instant.slice(0, 10)}, ${instant.slice(11, 16)} UTC`
}
