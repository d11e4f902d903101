import type { Token } from '@platemark/api/collection-reads'
import type { Collection } from '@platemark/api/collections'
import { isSameAddress } from '@platemark/rules/addresses'
import { useMemo, useSyncExternalStore } from 'react'
import { useSession } from '../../../lib/session.ts'
import { mintStateStore } from '../../mint/mint-state-store.ts'
import { useMintedTokens } from '../../mint/use-minted-tokens.ts'
import { listNewIds } from './list-new-ids.ts'

/** Milliseconds for which the server keeps the answer of a list. */
const KEPT_MS = 10_000
/** Most tokens that are read one by one. */
const MAX_TOKENS = 12

type KnownList = { data: { data: Token[] } | undefined; dataUpdatedAt: number }

type NewTokens = {
  /** The newest first; without those that the index has not read yet. */
  tokens: Token[]
  /** Number of them, with those. */
  count: number
}

const none: NewTokens = { tokens: [], count: 0 }

/**
 * Returns the tokens of the visitor's mint that a list lacks: its answer may be from before the
 * mint, and its collector looks for them at once.
 */
export function useNewTokens(collection: Collection, list: KnownList): NewTokens {
  const { wallet } = useSession()
  const { read, subscribe } = mintStateStore
  const state = useSyncExternalStore(subscribe, read, () => null)
  const { hash = '', tokenIds = [] } = state?.code === 'success' ? state.params : {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time at which this mint was seen.
  const seenAt = useMemo(() => Date.now(), [hash])
  const isOlder = list.dataUpdatedAt < seenAt + KEPT_MS
  const known = list.data?.data
  const ids =
    known && isOlder && collection.kind !== 'edition' ? listNewIds(tokenIds, known) : []
  const found = useMintedTokens(collection, ids.slice(-MAX_TOKENS).toReversed())
  if (ids.length === 0) return none
  const tokens = found.filter(({ owner }) => isSameAddress(owner ?? '', wallet?.address))
  return { tokens, count: ids.length - found.length + tokens.length }
}
