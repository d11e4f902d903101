import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'

/** Alias on a network at a time, and the draft whose own alias does not count as taken. */
export type AliasClaim = {
  chainId: number
  alias: string
  exceptDraft: string | null
  now: Date
}

/**
 * Returns the condition under which a draft `d` holds its alias: from the preparation of
 * its deployment to the deadline, after which the factory refuses the transaction. The
 * deadline is of the chain's time, which its last indexed block shows. Preparing costs
 * nothing, so nothing holds an alias for longer.
 */
export function holdsAlias(now: Date): RawBuilder<boolean> {
  return sql`(d.alias is not null and d.salt is not null and d.collection_id is null
    and d.deadline > greatest(${now}::timestamptz, (
      select h.block_time from chain_cursors h where h.chain_id = d.chain_id)))`
}

/** Keeps other drafts from beginning to hold the alias until the transaction ends. */
export async function lockAlias(
  transaction: Database,
  { chainId, alias }: Pick<AliasClaim, 'chainId' | 'alias'>,
): Promise<void> {
  const name = `alias ${chainId} ${alias}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(
    transaction,
  )
}

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
  { chainId, alias, exceptDraft }: Omit<AliasClaim, 'now'>,
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

/** Returns whether a draft that awaits its deployment holds the alias: see `holdsAlias`. */
export async function isAliasOfPreparedDraft(
  database: Database,
  { chainId, alias, exceptDraft, now }: AliasClaim,
): Promise<boolean> {
  const found = await database
    .selectFrom('drafts as d')
    .select('d.id')
    .where('d.chain_id', '=', chainId)
    .where('d.alias', '=', alias)
    .where(holdsAlias(now))
    .where('d.id', 'is distinct from', exceptDraft)
    .executeTakeFirst()
  return found !== undefined
}
