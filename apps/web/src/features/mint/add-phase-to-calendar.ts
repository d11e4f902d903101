import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'

/** Hands the browser a calendar entry for the opening of one phase. */
export async function addPhaseToCalendar(
  collection: Collection,
  network: Network,
  phase: { title: string; start: number },
): Promise<void> {
  // Few press it: it comes when it is pressed.
  const { addToCalendar, calendarEvent } = await import('./calendar.ts')
  addToCalendar(calendarEvent(collection, network, phase))
}
