import type { Chain } from '../../configuration/chains.ts'
import type { Database } from '../../database/database.ts'
import {
  type IndexedLog,
  InvalidLogError,
  type Projection,
  type UnreadableLog,
} from '../../indexer/projection.ts'
import { decodeBadgeLogs } from './decode-badge-log.ts'
import { deleteBadgeEventsAbove, insertBadgeEvents } from './queries/badge-events.ts'

/**
 * Adds the contracts of badges to a projection: their logs become events, in the same transaction as
 * the others of the batch.
 */
export function withBadges(base: Projection): Projection {
  return {
    ...base,

    decode(chain, logs) {
      const contract = chain.contracts?.badges
      const own = logs.filter(({ address }) => address === contract)
      if (own.length === 0) return base.decode(chain, logs)
      const others = logs.filter(({ address }) => address !== contract)
      const applyOthers = others.length > 0 ? base.decode(chain, others) : undefined
      const decoded = decodeBadgeLogs(own)
      return async (transaction, options) => {
        const unreadable = (await applyOthers?.(transaction, options)) ?? []
        if (!applyOthers) options.meanwhile?.()
        const skipped = await apply(transaction, chain, decoded, options.setsAside)
        return [...unreadable, ...skipped]
      }
    },

    async revert(transaction, chain, blockNumber, now) {
      await base.revert(transaction, chain, blockNumber, now)
      await deleteBadgeEventsAbove(transaction, chain.id, blockNumber)
    },
  }
}

async function apply(
  transaction: Database,
  chain: Chain,
  { events, unreadable }: ReturnType<typeof decodeBadgeLogs>,
  setsAside = false,
): Promise<UnreadableLog[]> {
  const [first] = unreadable
  if (first && !setsAside) throw new InvalidLogError(first[1])
  await insertBadgeEvents(transaction, chain.id, events)
  return unreadable.map(([log, reason]) => toSkipped(log, reason))
}

function toSkipped(log: IndexedLog, reason: string): UnreadableLog {
  const { blockNumber, blockTime, transactionHash, logIndex } = log
  return { address: null, blockNumber, blockTime, transactionHash, logIndex, reason }
}
