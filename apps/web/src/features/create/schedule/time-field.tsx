import { nameZone, resolveZoneTime, toZoneTime } from '@platemark/rules/zone-times'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { TextField } from '../../../ui/field.tsx'
import type { ScheduleValues } from './schedule-form.ts'

type TimeFieldProps = {
  form: UseFormReturn<ScheduleValues>
  /** Props of the input. */
  input: { id: string; error: string | undefined }
  at: number
  field: 'start' | 'end'
  label: string
  /** Stands after the time in UTC: "open for 24 h". */
  note?: string | undefined
}

/**
 * Wall-clock time in the zone of the draft, with the zone beside it and UTC beneath. An
 * hour that clocks skip or repeat is asked about.
 */
export function TimeField({ form, input, at, field, label, note }: TimeFieldProps) {
  const name = `phases.${at}.${field}` as const
  const hour = `phases.${at}.${field}_hour` as const
  const [zone, text, chosen] = form.watch(['zone', name, hour])
  const found = resolveZoneTime(text, zone)
  const instant =
    found?.kind === 'once'
      ? found.at
      : found?.kind === 'twice' && chosen !== ''
        ? found[chosen]
        : undefined
  const hasErrors = form.formState.errors.phases?.[at] !== undefined
  // The rules of one field concern the others: the zone, the chosen hour, start and end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked again as one of them changes.
  useEffect(() => {
    if (hasErrors) void form.trigger([`phases.${at}.start`, `phases.${at}.end`])
  }, [zone, text, chosen])
  const hint =
    instant !== undefined && [utcText(instant), note].filter(Boolean).join(', ')
  const set = (path: typeof name | typeof hour, value: string) =>
    form.setValue(path, value as '', { shouldDirty: true })
  return (
    <div className="time-field">
      <TextField
        {...input}
        label={label}
        aside={nameZone(zone, instant ?? Date.now() / 1000)}
        type="datetime-local"
        hint={hint || undefined}
      />
      {found?.kind === 'twice' && (
        <fieldset className="hour-choice">
          <legend className="small">This time comes twice on that day.</legend>
          {(['first', 'second'] as const).map((one) => (
            <label key={one} className="small">
              <input
                type="radio"
                name={hour}
                checked={chosen === one}
                onChange={() => set(hour, one)}
              />{' '}
              The {one}: {utcText(found[one])}
            </label>
          ))}
        </fieldset>
      )}
      {found?.kind === 'never' && (
        <p className="hour-choice small">
          {[found.before, found.after].map((instant) => (
            <button
              key={instant}
              type="button"
              className="underlined-button"
              onClick={() => set(name, toZoneTime(instant, zone))}
            >
              Use {toZoneTime(instant, zone).slice(11)}
            </button>
          ))}
        </p>
      )}
    </div>
  )
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Formats unix seconds in UTC: `Thu 2026-12-03, 17:00 UTC`. */
function utcText(at: number): string {
  const date = new Date(at * 1000)
  const iso = date.toISOString()
  return `${days[date.getUTCDay()]} ${iso.slice(0, 10)}, ${iso.slice(11, 16)} UTC`
}
