import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

/** Alias on a network, and the draft whose own alias does not count as taken. */
export type AliasClaim = { chainId: number; alias: string; exceptDraft: string | null }

/**
 * Returns whether the alias belongs to a collection or prepared draft of the network, or
 * did until recently.
 */
export async function isTakenAlias(
  database: Database,
  one: AliasClaim,
): Promise<boolean> {
  return (
    (await isAliasOfCollection(database, one)) ||
    (await isAliasOfPreparedDraft(database, one)) ||
    (await isHeldAlias(database, one, null))
  )
}

/**
 * Days during which a released alias stays reserved, so that old links do not lead to
 * another collection.
 */
const HELD_DAYS = 30

/**
 * Returns whether a collection other than the one at `address` released the alias
 * recently.
 */
export async function isHeldAlias(
  database: Database,
  { chainId, alias }: Pick<AliasClaim, 'chainId' | 'alias'>,
  address: string | null,
): Promise<boolean> {
  const found = await database
    .selectFrom('former_aliases')
    .select('address')
    .where('chain_id', '=', chainId)
    .where('alias', '=', alias)
    .where('address', 'is distinct from', address)
    .where('left_at', '>', sql<Date>`now() - make_interval(days => ${HELD_DAYS})`)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns whether a collection of the network has the alias. */
export async function isAliasOfCollection(
  database: Database,
  { chainId, alias, exceptDraft }: AliasClaim,
): Promise<boolean> {
  const found = await database
    .selectFrom('collections')
    .select('id')
    .where('chain_id', '=', chainId)
    .where('alias', '=', alias)
    .where('id', 'is distinct from', exceptDraft)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns whether a draft that awaits its deployment has the alias. */
export async function isAliasOfPreparedDraft(
  database: Database,
  { chainId, alias, exceptDraft }: AliasClaim,
): Promise<boolean> {
  const found = await database
    .selectFrom('drafts')
    .select('id')
    .where('chain_id', '=', chainId)
    .where('alias', '=', alias)
    .where('salt', 'is not', null)
    .where('collection_id', 'is', null)
    .where('id', 'is distinct from', exceptDraft)
    .executeTakeFirst()
  return found !== undefined
}
