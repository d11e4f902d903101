import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

/** An alias on a network, and whose own it may be: a draft's, which its collection keeps. */
export type AliasClaim = { chainId: number; alias: string; exceptDraft: string | null }

/** Whether a collection of the network, or a draft about to become one, has the alias or had it lately. */
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

/** Days in which old links of a collection lead to no stranger, after it has given up its alias. */
const HELD_DAYS = 30

/** Whether another collection than the one at `address` had the alias until lately. */
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

/** Whether a collection of the network has the alias. */
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

/** Whether a draft that waits for its deployment will bring the alias along. */
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
