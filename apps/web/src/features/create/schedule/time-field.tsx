import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ZoneTimeField } from '../../../components/zone-time-field.tsx'
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
  const hasErrors = form.formState.errors.phases?.[at] !== undefined
  // The rules of one field concern the others: the zone, the chosen hour, start and end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked again as one of them changes.
  useEffect(() => {
    if (hasErrors) void form.trigger([`phases.${at}.start`, `phases.${at}.end`])
  }, [zone, text, chosen])
  const set = (path: typeof name | typeof hour, value: string) =>
    form.setValue(path, value as '', { shouldDirty: true })
  return (
    <ZoneTimeField
      {...{ input, label, zone, text, note, hour: chosen }}
      onText={(value) => set(name, value)}
      onHour={(value) => set(hour, value)}
    />
  )
}
