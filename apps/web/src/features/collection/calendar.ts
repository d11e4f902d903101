import { type CalendarEvent, calendarOf } from '@platemark/rules/calendar'
import type { Collection } from '@platemark/wire/collections'
import type { Network } from '@platemark/wire/config'

/** Hands the browser a calendar file with one entry. Times are unix seconds. */
export function addToCalendar(event: CalendarEvent): void {
  const file = new Blob([calendarOf(event)], { type: 'text/calendar' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = 'mint.ics'
  link.click()
  URL.revokeObjectURL(link.href)
}

/** A calendar entry for the opening of one phase. Its link is the page that is open. */
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
