import { endpointUrl } from '@platemark/api/endpoint'
import { getStudioStats, listTurnout } from '@platemark/api/studio-operations'
import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { collectionQuery } from '../../../components/collection-queries.ts'
import { studioQuery } from '../../../components/studio-query.ts'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query.ts'
import { earningsQuery } from '../earnings/queries.ts'
import type { StatsRange } from '../figures/series.ts'
import { ownDraftQuery } from '../queries.ts'
import { awaitBlock } from './await-block.ts'
import type { Own } from './own.ts'

/** Query of the statistics of a collection of the caller, by day since it was made. */
export const studioStatsQuery = (id: string, range: StatsRange = { interval: 'day' }) =>
  apiQuery(getStudioStats, { params: { contract_id: id }, query: range })

/** Query of how many wallets minted in each allowlist phase. */
export const turnoutQuery = (id: string) =>
  apiQuery(listTurnout, { params: { contract_id: id } })

/**
 * Returns a function that reads everything about a collection again after a change: at once, until
 * which it resolves, and when the index has read the block of a transaction, where one is given.
 */
export function useRefreshOwn({
  draft,
  collection,
}: Own): (block?: bigint) => Promise<void> {
  const queries = useQueryClient()
  const refresh = () => refreshOwn(queries, { draft, collection })
  return (block) => {
    if (block !== undefined)
      void awaitBlock(block, () => readIndexedBlock(draft.contract_id)).then(refresh)
    return refresh()
  }
}

/** Reads the last block of its network that the index has of a collection. */
async function readIndexedBlock(contract_id: string): Promise<bigint> {
  const { block_number } = await call(getStudioStats, {
    ...{ params: { contract_id }, query: {} },
  })
  return BigInt(block_number)
}

/** Reads the figures of a collection again, and what its payees can withdraw. */
export async function refreshFigures(queries: QueryClient, id: string): Promise<void> {
  const params = { contract_id: id }
  const stats = endpointUrl(getStudioStats, { params })
  const isOfFigures = (key: unknown) => typeof key === 'string' && key.startsWith(stats)
  await Promise.all([
    queries.invalidateQueries({ predicate: ({ queryKey }) => isOfFigures(queryKey[0]) }),
    queries.invalidateQueries({ queryKey: turnoutQuery(id).queryKey }),
    queries.invalidateQueries({ queryKey: earningsQuery().queryKey }),
  ])
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
  await Promise.all([
    ...keys.map((queryKey) => queries.invalidateQueries({ queryKey })),
    refreshFigures(queries, draft.contract_id),
  ])
}
