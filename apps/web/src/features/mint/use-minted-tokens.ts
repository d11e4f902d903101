import type { Token } from '@platemark/api/collection-reads'
import type { Collection } from '@platemark/api/collections'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { collectionQuery } from '../../components/collection-queries.ts'
import { tokenQuery } from '../../components/token-query.ts'
import { isShown } from '../../lib/query.ts'

/** Reads tokens of a mint by their ids, in that order; those that the index lacks are left out. */
export function useMintedTokens(
  { chain_alias, contract_address }: Collection,
  ids: readonly string[],
): Token[] {
  const minted = useIndexedCount()
  const reads = useQueries({
    queries: ids
      .filter((id) => Number(id) <= minted)
      .map((id) => tokenQuery(chain_alias, contract_address, id)),
  })
  return reads.flatMap(({ data }) => (isShown(data) ? [data.data] : []))
}

/** Returns the count of minted tokens that the index has: those beyond it are not found. */
function useIndexedCount(): number {
  const { chain = '', alias = '' } = useParams({ strict: false })
  const { data } = useQuery({ ...collectionQuery(chain, alias), enabled: false })
  return isShown(data) ? data.data.minted : 0
}
