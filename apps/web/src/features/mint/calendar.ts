import type { Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import { type CalendarEvent, toCalendar } from '@platemark/rules/calendar'

/** Downloads a calendar file with one entry. Times are unix seconds. */
export function addToCalendar(event: CalendarEvent): void {
  const file = new Blob([toCalendar(event)], { type: 'text/calendar' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = 'mint.ics'
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Returns the calendar entry for the start of a phase, linked to the current page. */
export function calendarEvent(
  collection: Collection,
  network: Network,
  phase: { title: string; start: number },
): CalendarEvent {
  return {
    title: `${collection.name}: ${phase.title} on ${network.name}`,
    start: phase.start,
    url: location.href,
  }
}
