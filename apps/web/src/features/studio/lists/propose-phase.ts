import type { ListedPhase } from '@platemark/mint/list-file'
import type { PublicTerms } from '@platemark/rules/collection-changes'
import { NO_WALLET_LIMIT } from '@platemark/rules/limits'
import { findFreePhaseId, findFreeTitle } from '../../../lib/phase-texts.ts'
import type { Own } from '../page/own.ts'
import type { LiveList } from './live-lists.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/**
 * Returns a further phase for a live collection: a day from the next hour on, at the price of
 * the public phase, with an id that no phase has or had.
 */
export function proposePhase(
  { collection, draft }: Pick<Own, 'collection' | 'draft'>,
  lists: readonly Pick<LiveList, 'file'>[],
  publicPhase: PublicTerms,
  now: number,
): ListedPhase {
  const known = [...collection.phases, ...draft.fields.phases]
  const listed = lists.flatMap(({ file }) => file?.phases ?? [])
  const ids = [
    ...known.map(({ phase_id }) => phase_id),
    ...listed.map(({ phaseId }) => phaseId),
  ]
  const titles = [...known, ...listed].map(({ title }) => title)
  const start = Math.ceil(now / HOUR) * HOUR
  const limit = publicPhase.walletLimit
  return {
    phaseId: findFreePhaseId(ids),
    title: findFreeTitle('Allowlist', titles),
    ...{ start, end: start + DAY, priceWei: publicPhase.priceWei },
    maxPerWallet: limit > 0 && limit < NO_WALLET_LIMIT ? limit : 1,
    maxSupply: null,
  }
}
