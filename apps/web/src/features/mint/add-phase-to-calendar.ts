import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import type { CalendarPhase } from './calendar.ts'

/** Downloads a calendar entry for the start of a phase. */
export async function addPhaseToCalendar(
  collection: Collection,
  network: Network,
  phase: CalendarPhase,
): Promise<void> {
  // Rarely used: loaded on press.
  const { addToCalendar, calendarEvent } = await import('./calendar.ts')
  addToCalendar(calendarEvent(collection, network, phase))
}
