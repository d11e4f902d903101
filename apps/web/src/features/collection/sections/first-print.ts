import { collectionTerms } from '@platemark/api/collection-terms'
import type { Collection } from '@platemark/api/collections'
import { laterPhases } from '@platemark/rules/collection-state'
import { formatMoment } from '@platemark/rules/times'
import { now } from '../../../lib/clock.ts'

/** Returns when the first token of an unminted collection can be expected. */
export function firstPrintSentence(collection: Collection): string {
  const { state } = collection
  if (state === 'live') return 'The first print will hang here.'
  if (state === 'unreadable') return 'This site could not read what was minted.'
  if (state === 'paused') return 'The first print will hang here once minting goes on.'
  const seconds = Math.floor(now() / 1000)
  const [next] = laterPhases(collectionTerms(collection).phases, seconds)
  if (next) {
    return `The first print will hang here; ${next.title} opens on ${formatMoment(next.start, true, seconds)}.`
  }
  return state === 'ended'
    ? 'Minting has ended without a print.'
    : 'The first print will hang here once a phase is announced.'
}
