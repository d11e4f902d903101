import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'

/** Downloads a calendar entry for the start of a phase. */
export async function addPhaseToCalendar(
  collection: Collection,
  network: Network,
  phase: { title: string; start: number },
): Promise<void> {
  // Rarely used: loaded on press.
  const { addToCalendar, calendarEvent } = await import('./calendar.ts')
  addToCalendar(calendarEvent(collection, network, phase))
}
