import type { DraftPhase } from '@platemark/api/studio'
import { listTimeZones, nameZone, toZoneTime } from '@platemark/rules/zone-times'
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { formatDraftPrice } from '../step-facts.ts'
import { PhaseEditor, type PhaseEditorProps } from './phase-editor.tsx'
import type { TimedPhase } from './phase-times.ts'
import { readPhaseTime, type ScheduleValues } from './schedule-form.ts'
import { Timeline } from './timeline.tsx'
import { shortDay } from './timeline-ticks.ts'

type PhasesPanelProps = Omit<PhaseEditorProps, 'phase'> & {
  timed: readonly TimedPhase[]
  stored: readonly DraftPhase[]
  wallets(phaseId: number): number
  onSelect(phaseId: number): void
  /** Absent: there are as many phases as there can be. */
  onAdd?: () => void
}

/** All phases: their time zone, when they are open, the selected one, and a table. */
export function PhasesPanel(props: PhasesPanelProps) {
  const { form, timed, selectedAt, coin, stored, wallets, onSelect, onAdd } = props
  const { zone, phases } = form.watch()
  const selected = phases[selectedAt]
  return (
    <section className="card panel phases" aria-labelledby="phases-title">
      <div className="between wrap">
        <h2 className="h3" id="phases-title">
          Phases
        </h2>
        {onAdd && (
          <Button look="quiet" onClick={onAdd}>
            <Icon name="plus" />
            Add phase
          </Button>
        )}
      </div>
      <ZoneSelect form={form} />
      <Timeline
        timed={timed}
        zone={zone}
        selected={selected?.phase_id}
        onSelect={onSelect}
      />
      {selected && <PhaseEditor key={selected.phase_id} {...props} phase={selected} />}
      <table className="data phase-table">
        <thead>
          <tr>
            <th>Phase</th>
            <th>Opens</th>
            <th className="number">Price</th>
            <th className="number">Per wallet</th>
            <th className="number">Stops after</th>
            <th className="number">List</th>
          </tr>
        </thead>
        <tbody>
          {phases.map((phase) => {
            const start = readPhaseTime(phase, 'start', zone)
            const kept = stored.find(({ phase_id }) => phase_id === phase.phase_id)
            const isPublic = phase.kind === 'public'
            const count = isPublic ? 0 : wallets(phase.phase_id)
            return (
              <tr
                key={phase.phase_id}
                className={phase === selected ? 'selected' : undefined}
              >
                <th scope="row">
                  <button
                    type="button"
                    className="phase-pick"
                    aria-pressed={phase === selected}
                    onClick={() => onSelect(phase.phase_id)}
                  >
                    {phase.title.trim() || 'Unnamed phase'}
                  </button>
                </th>
                <td data-label="Opens">
                  {start === undefined ? 'Not set' : shortTime(toZoneTime(start, zone))}
                </td>
                <td data-label="Price" className="number">
                  {kept && kept.price_wei !== null ? (
                    formatDraftPrice(BigInt(kept.price_wei), coin)
                  ) : (
                    <span className="warn-text">Not set</span>
                  )}
                </td>
                <td data-label="Per wallet" className="number">
                  {kept?.max_per_wallet.toLocaleString('en') ?? (
                    <span className="warn-text">Not set</span>
                  )}
                </td>
                <td data-label="Stops after" className="number">
                  {kept?.max_supply?.toLocaleString('en') ?? 'Supply'}
                </td>
                <td data-label="List" className="number">
                  {isPublic ? (
                    <span className="muted">Everyone</span>
                  ) : count === 0 ? (
                    <span className="warn-text">No list yet</span>
                  ) : (
                    count.toLocaleString('en')
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** Formats the wall-clock time `2026-12-03T18:00` as `3 Dec, 18:00`. */
function shortTime(local: string): string {
  return `${shortDay(local)}, ${local.slice(11, 16)}`
}

function ZoneSelect({ form }: { form: UseFormReturn<ScheduleValues> }) {
  const id = useId()
  const zone = form.watch('zone')
  const known = listTimeZones()
  const zones = known.includes(zone) ? known : [zone, ...known]
  return (
    <div className="zone-select">
      <label htmlFor={id} className="small">
        Times are in
      </label>
      <select className="input" id={id} {...form.register('zone')}>
        {zones.map((one) => (
          <option key={one} value={one}>
            {one.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
      <span className="muted small">{nameZone(zone, Date.now() / 1000)} now</span>
    </div>
  )
}
