import type { PublishedList } from '@platemark/mint/list-file'
import { readPublishedLists } from '@platemark/mint/published-lists'
import type { Rpc } from '@platemark/mint/rpc'
import type { Address } from './facts.ts'

/** Another node may stand some blocks behind the one that told the newest. */
const MAX_NODE_LAG_BLOCKS = 100n

type CacheOptions = {
  /** How long what was read counts, in ms. */
  freshMs?: number
  /** How long a node that refused is left alone, in ms. */
  againMs?: number
}

/**
 * Reads the lists of a contract and keeps them: nodes search logs unwillingly, so they are
 * asked rarely, and only for blocks that were not searched. The function answered resolves to
 * the lists, the newest first, or to undefined while no node told any.
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
