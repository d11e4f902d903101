import { laterPhases } from '@platemark/rules/collection-state'
import { termsOf } from '@platemark/wire/collection-terms'
import type { Collection } from '@platemark/wire/collections'
import { now } from '../../../lib/clock.ts'
import { sayWhen } from '../when.ts'

/** When there will be something to see of a collection that nobody has minted yet. */
export function firstPrintSentence(collection: Collection): string {
  const { state } = collection
  if (state === 'live') return 'The first print will hang here.'
  if (state === 'paused') return 'The first print will hang here once minting goes on.'
  const [next] = laterPhases(termsOf(collection).phases, Math.floor(now() / 1000))
  if (next) {
    return `The first print will hang here; ${next.title} opens on ${sayWhen(next.start, true)}.`
  }
  return state === 'ended'
    ? 'Minting has ended without a print.'
    : 'The first print will hang here once a phase is announced.'
}
