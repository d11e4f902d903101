import type { Token } from '@platemark/api/collection-reads'
import type { Collection } from '@platemark/api/collections'
import { isSameAddress } from '@platemark/rules/addresses'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, useSyncExternalStore } from 'react'
import { collectionQuery } from '../../../components/collection-queries.ts'
import { isShown } from '../../../lib/query.ts'
import { useSession } from '../../../lib/session.ts'
import { mintStateStore } from '../../mint/mint-state-store.ts'
import { tokenQuery } from '../token/queries.ts'

/** Milliseconds for which the server keeps the answer of a list. */
const KEPT_MS = 10_000
/** Most tokens that are read one by one. */
const MAX_TOKENS = 12

type KnownList = { data: { data: Token[] } | undefined; dataUpdatedAt: number }

const none: Token[] = []

/**
 * Returns the tokens of the visitor's mint that a list lacks, the newest first: its answer may be
 * from before the mint, and its collector looks for them at once.
 */
export function useNewTokens(collection: Collection, list: KnownList): Token[] {
  const { chain_alias, contract_address, kind } = collection
  const { wallet } = useSession()
  const { read, subscribe } = mintStateStore
  const state = useSyncExternalStore(subscribe, read, () => null)
  const { hash = '', tokenIds = [] } = state?.code === 'success' ? state.params : {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time at which this mint was seen.
  const seenAt = useMemo(() => Date.now(), [hash])
  const minted = useIndexedCount()
  const isOlder = list.dataUpdatedAt < seenAt + KEPT_MS
  const known = list.data?.data
  const ids =
    known && isOlder && kind !== 'edition'
      ? tokenIds
          .filter((id) => Number(id) <= minted)
          .filter((id) => !known.some(({ token_id }) => token_id === id))
          .slice(-MAX_TOKENS)
          .toReversed()
      : []
  const reads = useQueries({
    queries: ids.map((id) => tokenQuery(chain_alias, contract_address, id)),
  })
  if (ids.length === 0) return none
  return reads.flatMap(({ data }) =>
    isShown(data) && isSameAddress(data.data.owner ?? '', wallet?.address)
      ? [data.data]
      : [],
  )
}

/** Returns the count of minted tokens that the index has: those beyond it are not found. */
function useIndexedCount(): number {
  const { chain = '', alias = '' } = useParams({ strict: false })
  const { data } = useQuery({ ...collectionQuery(chain, alias), enabled: false })
  return isShown(data) ? data.data.minted : 0
}
