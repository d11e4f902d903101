import type { PublishedList } from '@platemark/mint/list-file'
import { readPublishedLists } from '@platemark/mint/published-lists'
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
 * are rare and cover new blocks only; its function resolves to the lists, newest first,
 * or to undefined before the first result.
 */
export function createPublishedListCache(
  contract: Address,
  { freshMs = 300_000, againMs = 30_000 }: CacheOptions = {},
): (rpc: Rpc) => Promise<readonly PublishedList[] | undefined> {
  let kept: readonly PublishedList[] | undefined
  let nextBlock = 0n
  let dueAt = 0

  const readOn = async (rpc: Rpc) => {
    const head = BigInt(String(await rpc('eth_blockNumber', [])))
    const found = await readPublishedLists(rpc, contract, nextBlock)
    const roots = new Set(found.map(({ root }) => root))
    kept = [...found, ...(kept ?? []).filter(({ root }) => !roots.has(root))]
    nextBlock = head > MAX_NODE_LAG_BLOCKS ? head - MAX_NODE_LAG_BLOCKS : 0n
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
