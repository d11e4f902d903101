import { toZoneTime } from '@platemark/rules/zone-times'
import { findFreePhaseId, findFreeTitle } from '../../../lib/phase-texts.ts'
import { chosenHour } from '../../../lib/typed-time.ts'
import { type PhaseValues, readPhaseTime, type ScheduleValues } from './schedule-form.ts'

/** Phases that a draft can have beside the public one. */
export const MAX_LIST_PHASES = 15

const DAY = 86_400

/**
 * Returns a further allowlist phase: the day before the first phase opens. `removed` are ids
 * of phases that were removed.
 */
export function newPhase(
  { zone, phases }: ScheduleValues,
  now: number,
  removed: readonly number[] = [],
): PhaseValues {
  const starts = phases.flatMap((phase) => readPhaseTime(phase, 'start', zone) ?? [])
  const nextHour = Math.ceil(now / 3600) * 3600
  const first = starts.length > 0 ? Math.min(...starts) : nextHour + 7 * DAY
  const start = Math.max(first - DAY, nextHour)
  const end = start + DAY
  const publicOne = phases.find(({ kind }) => kind === 'public')
  return {
    phase_id: freeId(phases, removed),
    kind: 'allowlist',
    title: freeTitle('Allowlist', phases),
    start: toZoneTime(start, zone),
    start_hour: chosenHour(start, zone),
    end: toZoneTime(end, zone),
    end_hour: chosenHour(end, zone),
    price: publicOne?.price ?? '',
    limit: publicOne?.limit ?? '1',
    cap: '',
  }
}

/** Returns a copy of a phase with an id and a name of its own; a list is never copied. */
export function duplicatePhase(
  phase: PhaseValues,
  phases: readonly PhaseValues[],
  removed: readonly number[] = [],
): PhaseValues {
  const title = freeTitle(phase.title.trim() || 'Allowlist', phases)
  return { ...phase, kind: 'allowlist', phase_id: freeId(phases, removed), title }
}

function freeId(phases: readonly PhaseValues[], removed: readonly number[]): number {
  return findFreePhaseId([...phases.map(({ phase_id }) => phase_id), ...removed])
}

function freeTitle(title: string, phases: readonly PhaseValues[]): string {
  return findFreeTitle(
    title,
    phases.map((phase) => phase.title),
  )
}
