import './zone-time-field.css'
import { nameZone, resolveZoneTime, toZoneTime } from '@platemark/rules/zone-times'
import type { ComponentPropsWithRef } from 'react'
import { type ChosenHour, formatInstantInUtc, readTypedTime } from '../lib/typed-time.ts'
import { TextField } from '../ui/field.tsx'

type ZoneTimeFieldProps = {
  /** Props of the input, which holds `text`. */
  input: ComponentPropsWithRef<'input'> & { id: string; error: string | undefined }
  label: string
  /** Time zone of the text. */
  zone: string
  /** Value of a `datetime-local` field. */
  text: string
  hour: ChosenHour
  /** Stands after the time in UTC: "open for 24 h". */
  note?: string | undefined
  onText(text: string): void
  onHour(hour: ChosenHour): void
}

/**
 * Wall-clock time in a zone, with the zone beside it and UTC beneath. An hour that clocks skip or
 * repeat is asked about.
 */
export function ZoneTimeField(props: ZoneTimeFieldProps) {
  const { input, label, zone, text, hour, note, onText, onHour } = props
  const found = resolveZoneTime(text, zone)
  const read = readTypedTime(text, hour, zone)
  const instant = typeof read === 'number' ? read : undefined
  const hint =
    instant !== undefined &&
    [formatInstantInUtc(instant), note].filter(Boolean).join(', ')
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
          <legend className="small">This time occurs twice on that day.</legend>
          {(['first', 'second'] as const).map((one) => (
            <label key={one} className="small">
              <input
                type="radio"
                name={`${input.id}-hour`}
                checked={hour === one}
                onChange={() => onHour(one)}
              />{' '}
              The {one}: {formatInstantInUtc(found[one])}
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
              onClick={() => onText(toZoneTime(instant, zone))}
            >
              Use {toZoneTime(instant, zone).slice(11)}
            </button>
          ))}
        </p>
      )}
    </div>
  )
}
