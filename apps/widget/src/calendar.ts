import { calendarFileName, calendarId, toCalendar } from '@platemark/rules/calendar'
import type { MintPhase } from '@platemark/rules/mint-phase'
import type { Facts } from './facts.ts'

/** Downloads a calendar file with the start of a phase. */
export function saveToCalendar(
  { contract, name, network, site }: Facts,
  phase: Pick<MintPhase, 'phaseId' | 'title' | 'start'>,
): void {
  const event = {
    id: calendarId({ chain: network.alias, contract, phaseId: phase.phaseId }),
    title: `${name}: ${phase.title} on ${network.name}`,
    start: phase.start,
    url: site?.page ?? location.href,
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(
    new Blob([toCalendar(event)], { type: 'text/calendar' }),
  )
  link.download = calendarFileName(event)
  link.click()
  URL.revokeObjectURL(link.href)
}
