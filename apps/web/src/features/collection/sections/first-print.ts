import { laterPhases } from '@platemark/rules/collection-state'
import { sayWhen } from '@platemark/rules/times'
import { termsOf } from '@platemark/wire/collection-terms'
import type { Collection } from '@platemark/wire/collections'
import { now } from '../../../lib/clock.ts'

/** When there will be something to see of a collection that nobody has minted yet. */
export function firstPrintSentence(collection: Collection): string {
  const { state } = collection
  if (state === 'live') return 'The first print will hang here.'
  if (state === 'paused') return 'The first print will hang here once minting goes on.'
  const seconds = Math.floor(now() / 1000)
  const [next] = laterPhases(termsOf(collection).phases, seconds)
  if (next) {
    return `The first print will hang here; ${next.title} opens on ${sayWhen(next.start, true, seconds)}.`
  }
  return state === 'ended'
    ? 'Minting has ended without a print.'
    : 'The first print will hang here once a phase is announced.'
}
