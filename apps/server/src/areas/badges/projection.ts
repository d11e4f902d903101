import type { Chain } from '../../configuration/chains.ts'
import type { Database } from '../../database/database.ts'
import { extendProjection, toSkippedLog } from '../../indexer/extend-projection.ts'
import {
  InvalidLogError,
  type Projection,
  type UnreadableLog,
} from '../../indexer/projection.ts'
import { decodeBadgeLogs } from './decode-badge-log.ts'
import { deleteBadgeEventsAbove, insertBadgeEvents } from './queries/badge-events.ts'

/** Adds the contracts of badges to a projection: their logs become events. */
export function withBadges(base: Projection): Projection {
  return extendProjection(base, {
    findContract: (chain) => chain.contracts?.badges,
    decode: decodeBadgeLogs,
    apply,
    revert: deleteBadgeEventsAbove,
  })
}

async function apply(
  transaction: Database,
  chain: Chain,
  { events, unreadable }: ReturnType<typeof decodeBadgeLogs>,
  setsAside: boolean,
): Promise<UnreadableLog[]> {
  const [first] = unreadable
  if (first && !setsAside) throw new InvalidLogError(first[1])
  await insertBadgeEvents(transaction, chain.id, events)
  return unreadable.map(([log, reason]) => toSkippedLog(log, reason))
}
