import { calendarOf } from '@platemark/rules/calendar'
import type { MintState } from '@platemark/rules/mint-state'
import type { Facts } from './facts.ts'

type Opening = { title: string; start: number }

/** The phase that a state lets people put into their calendar. */
export function calendarPhase(state: MintState): Opening | undefined {
  switch (state.code) {
    case 'not_started':
      return state.params.place ?? state.params.next
    case 'not_eligible':
      return state.params.later[0]
    case 'wallet_limit':
    case 'phase_sold_out':
      return state.params.next ?? undefined
    default:
      return undefined
  }
}

/** Hands the browser a calendar file with the opening of the phase. */
export function saveToCalendar({ name, network, site }: Facts, phase: Opening): void {
  const text = calendarOf({
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
