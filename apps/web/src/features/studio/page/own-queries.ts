import { getStudioStats, listTurnout } from '@platemark/api/studio-operations'
import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { collectionQuery } from '../../../components/collection-queries.ts'
import { studioQuery } from '../../../components/studio-query.ts'
import { apiQuery } from '../../../lib/query.ts'
import type { StatsRange } from '../figures/series.ts'
import { ownDraftQuery } from '../queries.ts'
import type { Own } from './own.ts'

/** Query of the statistics of a collection of the caller, by day since it was made. */
export const studioStatsQuery = (id: string, range: StatsRange = { interval: 'day' }) =>
  apiQuery(getStudioStats, { params: { contract_id: id }, query: range })

/** Query of how many wallets minted in each allowlist phase. */
export const turnoutQuery = (id: string) =>
  apiQuery(listTurnout, { params: { contract_id: id } })

/** Returns a function that reads everything about a collection again, after a change. */
export function useRefreshOwn({ draft, collection }: Own): () => Promise<void> {
  const queries = useQueryClient()
  return () => refreshOwn(queries, { draft, collection })
}

async function refreshOwn(
  queries: QueryClient,
  { draft, collection }: Pick<Own, 'draft' | 'collection'>,
): Promise<void> {
  const { chain_alias, contract_address } = collection
  const keys = [
    ownDraftQuery(draft.contract_id).queryKey,
    collectionQuery(chain_alias, contract_address).queryKey,
    studioQuery().queryKey,
  ]
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
