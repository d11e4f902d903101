import type { PublishedList } from '@platemark/mint/list-file'
import { type ListSearch, readPublishedLists } from '@platemark/mint/published-lists'
import type { Rpc } from '@platemark/mint/rpc'
import type { Address } from './facts.ts'

/** Another node may lag this many blocks behind the newest. */
const MAX_NODE_LAG_BLOCKS = 100n

type CacheOptions = {
  /** Lifetime of a result, in ms. */
  freshMs?: number
  /** Delay before a node that refused is queried again, in ms. */
  againMs?: number
}

/**
 * Creates a cache of a contract's published lists. Log searches are expensive, so they
 * are rare and cover new blocks only, those that a node left too; its function resolves
 * to the lists, newest first, or to undefined before the first result.
 */
export function createPublishedListCache(
  contract: Address,
  { freshMs = 300_000, againMs = 30_000 }: CacheOptions = {},
): (rpc: Rpc) => Promise<readonly PublishedList[] | undefined> {
  let kept: readonly PublishedList[] | undefined
  let search: ListSearch = { found: [], next: 0n }
  let dueAt = 0

  const readOn = async (rpc: Rpc) => {
    kept = await readPublishedLists(rpc, contract, search)
    const { next } = search
    search = {
      found: kept.toReversed(),
      next: next > MAX_NODE_LAG_BLOCKS ? next - MAX_NODE_LAG_BLOCKS : 0n,
    }
  }
  return async (rpc) => {
    if (performance.now() < dueAt) return kept
    const isRead = await readOn(rpc).then(
      () => true,
      () => false,
    )
    dueAt = performance.now() + (isRead ? freshMs : againMs)
    return kept
  }
}
