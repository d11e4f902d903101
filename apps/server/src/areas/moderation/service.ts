import type { Block } from '@platemark/api/collections'
import { Problem } from '@platemark/api/problem'
import { getAddress } from 'viem'
import type { Chain } from '../../configuration/chains.ts'
import type { Database } from '../../database/database.ts'
import { listCurrentPromotions } from './promotions.ts'
import { listBlockedDates, listBlockRows, lockBlocksShared } from './queries/blocks.ts'

export { listCurrentPromotions }

/**
 * What a visitor is told of a blocked collection: where its contract is and what kind of reason
 * there is; neither name, words nor pictures.
 */
export async function blockedProblem(
  database: Database,
  { alias }: Chain,
  { id, address }: { id: string; address: string },
): Promise<Problem> {
  const block = (await listBlockRows(database, [id])).get(id)
  return new Problem('blocked', undefined, {
    data: {
      chain_alias: alias,
      // Safe: the database holds lower-case addresses only.
      contract_address: getAddress(address as `0x${string}`),
      category: block?.category ?? 'other',
    },
  })
}

/** What the owners of these collections are told, by id; those that are not blocked are left out. */
export async function listOwnerBlocks(
  database: Database,
  collections: { id: string; blocked_at: Date | null }[],
): Promise<Map<string, Block>> {
  const blocked = collections.filter(({ blocked_at }) => blocked_at !== null)
  const rows = await listBlockRows(
    database,
    blocked.map(({ id }) => id),
  )
  return new Map(
    [...rows].map(([id, { category, reason, blocked_at }]) => [
      id,
      { category, reason, blocked_at: blocked_at.toISOString() },
    ]),
  )
}

/**
 * Since when those of these collections are blocked that are, by address. Nothing is blocked or
 * unblocked until the transaction ends, so that none slips through.
 */
export async function lockBlockedDates(
  transaction: Database,
  chainId: number,
  collections: { address: string; creator: string }[],
): Promise<Map<string, Date>> {
  await lockBlocksShared(transaction)
  return listBlockedDates(transaction, chainId, collections)
}
