import { createHash } from 'node:crypto'
import type { Block } from '@platemark/api/collections'
import { Problem } from '@platemark/api/problem'
import { getAddress } from 'viem'
import type { Chain } from '../../configuration/chains.ts'
import type { Database } from '../../database/database.ts'
import type { AppContext } from '../../http/app-context.ts'
import { listCurrentPromotions } from './promotions.ts'
import { insertAuditLine } from './queries/audit.ts'
import { listBlockedDates, listBlockRows, lockBlocksShared } from './queries/blocks.ts'
import { findSalt } from './queries/reports.ts'

export { insertAuditLine, listCurrentPromotions }

/**
 * Returns the problem that visitors of a blocked collection receive: its chain, address
 * and category, but no name, text or picture.
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

/** Lists the blocks shown to the owners of these collections, by id. */
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
 * Returns the block dates of blocked collections, by address. Keeps blocks from changing
 * until the transaction ends, so that none is missed.
 */
export async function lockBlockedDates(
  transaction: Database,
  chainId: number,
  collections: { address: string; creator: string }[],
): Promise<Map<string, Date>> {
  await lockBlocksShared(transaction)
  return listBlockedDates(transaction, chainId, collections)
}

/** Returns a salted hash that identifies a client without storing its address. */
export async function hashClient(
  { database }: Pick<AppContext, 'database'>,
  client: string,
): Promise<string> {
  const salt = await findSalt(database)
  const hash = createHash('sha256').update(`${salt} ${client}`).digest('hex')
  return `client ${hash.slice(0, 16)}`
}
