import type { Card, Collection } from '@platemark/api/collections'
import type { Network } from '@platemark/api/config'
import {
  type CalendarEvent,
  calendarFileName,
  calendarId,
  toCalendar,
} from '@platemark/rules/calendar'
import type { MintPhase } from '@platemark/rules/mint-phase'
import { now } from '../../lib/clock.ts'
import { saveFile } from '../../lib/save-file.ts'

export type CalendarPhase = Pick<MintPhase, 'phaseId' | 'title' | 'start'>

/** Downloads a calendar file with one entry. Times are unix seconds. */
export function addToCalendar(event: CalendarEvent): void {
  saveFile(calendarFileName(event), 'text/calendar', toCalendar(event, now() / 1000))
}

/** Returns the calendar entry for the start of a phase, linked to the current page. */
export function calendarEvent(
  collection: Collection,
  network: Network,
  phase: CalendarPhase,
): CalendarEvent {
  const { contract_address: contract } = collection
  return {
    id: calendarId({ chain: network.alias, contract, phaseId: phase.phaseId }),
    title: `${collection.name}: ${phase.title} on ${network.name}`,
    start: phase.start,
    url: location.href,
  }
}

/** Returns the id of the calendar entry for the opening of a collection. */
export function openingId({
  chain_alias: chain,
  contract_address: contract,
}: Pick<Card, 'chain_alias' | 'contract_address'>): string {
  return calendarId({ chain, contract, phaseId: 'opening' })
}
