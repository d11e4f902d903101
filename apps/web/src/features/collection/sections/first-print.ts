import { collectionTerms } from '@platemark/api/collection-terms'
import type { Collection } from '@platemark/api/collections'
import { laterPhases } from '@platemark/rules/collection-state'
import { formatMoment } from '@platemark/rules/times'
import { now } from '../../../lib/clock.ts'

/** Returns when the first token of an unminted collection can be expected. */
export function firstPrintSentence(collection: Collection): string {
  const { state } = collection
  if (state === 'live') return 'No mints yet.'
  if (state === 'unreadable') return 'Mints could not be read.'
  if (state === 'paused') return 'No mints yet. Minting is paused.'
  const seconds = Math.floor(now() / 1000)
  const [next] = laterPhases(collectionTerms(collection).phases, seconds)
  if (next) {
    return `No mints yet. Minting opens on ${formatMoment(next.start, true, seconds)}.`
  }
  return state === 'ended'
    ? 'Minting ended with no mints.'
    : 'No mints yet. No phase is announced.'
}
