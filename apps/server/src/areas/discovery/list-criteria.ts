import type { listCollections } from '@platemark/api/collections'
import type { Parsed } from '@platemark/api/endpoint'
import { intervalSorts } from '@platemark/api/lists'
import type { AppContext } from '../../http/app-context.ts'
import type { ListedState } from '../collections/queries/listed-state.ts'
import type { ListCriteria, ListSort } from './queries/list-order.ts'

export type ListQuery = Parsed<typeof listCollections>['query']

/**
 * Returns the criteria of a list query, combined with the state of the listed
 * collections.
 */
export function toListCriteria(
  { clock }: AppContext,
  { chains, isWhole, ofAll, unconfirmed }: ListedState,
  {
    sort_by,
    time_interval,
    creator,
    search,
  }: Pick<ListQuery, 'sort_by' | 'time_interval'> & {
    creator?: string | undefined
    search?: string | undefined
  },
): ListCriteria {
  const ofCreator: ListSort = sort_by === 'oldest' ? 'oldest' : 'newest'
  const sort = search !== undefined ? 'minted' : creator ? ofCreator : sort_by
  const hasWindow =
    search === undefined && intervalSorts.includes(sort_by) && time_interval !== 'all'
  return {
    chains,
    isWhole,
    ofAll,
    unconfirmed: unconfirmed.map(({ id }) => id),
    sort,
    window: hasWindow ? time_interval : null,
    now: clock(),
    ...(creator && { creator: creator.toLowerCase() }),
  }
}
