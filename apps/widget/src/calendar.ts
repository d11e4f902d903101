import { toCalendar } from '@platemark/rules/calendar'
import type { Facts } from './facts.ts'

/** Downloads a calendar file with the start of a phase. */
export function saveToCalendar(
  { name, network, site }: Facts,
  phase: { title: string; start: number },
): void {
  const text = toCalendar({
    title: `${name}: ${phase.title} on ${network.name}`,
    start: phase.start,
    url: site?.page ?? location.href,
  })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }))
  link.download = 'mint.ics'
  link.click()
  URL.revokeObjectURL(link.href)
}
