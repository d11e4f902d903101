import type { Path, UseFormReturn } from 'react-hook-form'
import { AffixField } from '../../../components/affix-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useDraftEditor } from '../draft-editor.tsx'
import { stepHref } from '../steps.ts'
import { formatOpenFor } from './phase-times.ts'
import { type PhaseValues, readPhaseTime, type ScheduleValues } from './schedule-form.ts'
import { TimeField } from './time-field.tsx'

export type PhaseEditorProps = {
  form: UseFormReturn<ScheduleValues>
  /** Returns the props of an input. */
  inputOf(name: Path<ScheduleValues>): { id: string; error: string | undefined }
  /** Position of the selected phase; -1: none. */
  selectedAt: number
  coin: { decimals: number; symbol: string }
  /** Unix seconds. */
  now: number
  phase: PhaseValues
  /** Absent: there are as many phases as there can be. */
  onDuplicate?: (phase: PhaseValues) => void
  onRemove(phase: PhaseValues): void
}

/** Fields of the selected phase. */
export function PhaseEditor({
  form,
  inputOf,
  selectedAt: at,
  coin,
  now,
  phase,
  onDuplicate,
  onRemove,
}: PhaseEditorProps) {
  const { draft, fields } = useDraftEditor()
  const isPublic = phase.kind === 'public'
  const stored = fields.phases.find(({ phase_id }) => phase_id === phase.phase_id)
  const hasPrice = stored !== undefined && stored.price_wei !== null
  const access = isPublic ? 'Public' : 'Allowlist'
  const zone = form.watch('zone')
  const start = readPhaseTime(phase, 'start', zone)
  const end = readPhaseTime(phase, 'end', zone)
  const openFor =
    start !== undefined && end !== undefined && end > start
      ? `open for ${formatOpenFor(end - start)}`
      : undefined
  return (
    <fieldset className="phase-editor">
      <legend className="hide">{phase.title.trim() || 'Phase'}</legend>
      <div className="between wrap">
        <span className="row">
          <b>{phase.title.trim() || 'Unnamed phase'}</b>
          {phase.title.trim() !== access && <Tag>{access}</Tag>}
        </span>
        {!isPublic && (
          <span className="row">
            {onDuplicate && (
              <Button look="plain" onClick={() => onDuplicate(phase)}>
                Duplicate
              </Button>
            )}
            <Button look="plain" onClick={() => onRemove(phase)}>
              Remove
            </Button>
          </span>
        )}
      </div>
      <TextField {...inputOf(`phases.${at}.title`)} label="Name" autoComplete="off" />
      <div className="two">
        <TimeField
          form={form}
          input={inputOf(`phases.${at}.start`)}
          at={at}
          field="start"
          label="Opens"
          note={start !== undefined && start <= now ? 'opens at once' : undefined}
        />
        <TimeField
          form={form}
          input={inputOf(`phases.${at}.end`)}
          at={at}
          field="end"
          label="Closes"
          note={openFor}
        />
      </div>
      {isPublic ? (
        <p className={hasPrice ? 'small muted' : 'small warn-text'}>
          {hasPrice
            ? 'Its price and limit are those of'
            : 'The price is not set. Choose it under'}{' '}
          <Link href={stepHref('supply', draft.contract_id || undefined)}>
            Supply and price
          </Link>
          .{!stored && ' Until then these times are a suggestion.'}
        </p>
      ) : (
        <div className="three-fields">
          <AffixField
            {...inputOf(`phases.${at}.price`)}
            label="Price"
            after={coin.symbol}
            inputMode="decimal"
          />
          <AffixField
            {...inputOf(`phases.${at}.limit`)}
            label="Per wallet"
            after="items"
            inputMode="numeric"
            hint="Rows of the list can have their own."
          />
          <AffixField
            {...inputOf(`phases.${at}.cap`)}
            label="Stops after"
            after="items"
            inputMode="numeric"
            hint="Empty: the whole supply."
          />
        </div>
      )}
    </fieldset>
  )
}
