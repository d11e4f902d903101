import { type Insertable, sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'

/**
 * Lists the addresses whose logs are read, those of skipped creations too: the logs of a
 * block stay the same, however often they are compared.
 */
export async function listAddresses(
  database: Database,
  chainId: number,
): Promise<Address[]> {
  const found = await database
    .selectFrom('collections')
    .select('address')
    .where('chain_id', '=', chainId)
    .union((query) =>
      query
        .selectFrom('unreadable_logs')
        .select((row) => row.ref('collection').$notNull().as('address'))
        .where('chain_id', '=', chainId)
        .where('collection', 'is not', null),
    )
    .execute()
  return found.map(({ address }) => asAddress(address))
}

export async function insertCollections(
  transaction: Database,
  collections: Insertable<Tables['collections']>[],
): Promise<void> {
  for (let first = 0; first < collections.length; first += AT_ONCE) {
    const values = collections.slice(first, first + AT_ONCE)
    await transaction.insertInto('collections').values(values).execute()
  }
}

/** A statement takes 65,535 parameters at most. */
const AT_ONCE = 1000

/** Lists which of these addresses are collections. */
export async function listExisting(
  transaction: Database,
  chainId: number,
  addresses: Address[],
): Promise<string[]> {
  if (addresses.length === 0) return []
  const found = await transaction
    .selectFrom('collections')
    .select('address')
    .where('chain_id', '=', chainId)
    .where('address', 'in', addresses)
    .execute()
  return found.map(({ address }) => address)
}

/** Lists collections created above one block, up to another. */
export async function listCreatedAbove(
  transaction: Database,
  chainId: number,
  { above, upTo }: { above: number; upTo: number },
): Promise<string[]> {
  const found = await transaction
    .selectFrom('collections')
    .select('id')
    .where('chain_id', '=', chainId)
    .where('created_block', '>', above)
    .where('created_block', '<=', upTo)
    .execute()
  return found.map(({ id }) => id)
}

/** Columns set by people, which the chain does not contain. */
const decided = [
  'alias',
  'description',
  'links',
  'image_file',
  'animation_file',
  'cover_file',
  'visibility',
  'is_unlisted',
  'deleted_at',
] as const

/**
 * Deletes the collections created above `blockNumber` and stores the columns set by
 * people until they are created again. An address follows from its creator and all terms,
 * so it always means the same collection, even on a reset chain.
 */
export async function deleteCollectionsAbove(
  transaction: Database,
  chainId: number,
  blockNumber: number,
): Promise<void> {
  const columns = sql.join(decided.map((name) => sql.ref(name)))
  await sql`
    insert into orphaned_metadata (chain_id, address, ${columns})
    select chain_id, address, ${columns} from collections
    where chain_id = ${chainId} and created_block > ${blockNumber}
      and (alias is not null or description <> '' or links <> '{}' or not is_unlisted
        or image_file is not null or cover_file is not null or visibility <> 'shown'
        or deleted_at is not null)`.execute(transaction)
  await transaction
    .deleteFrom('collections')
    .where('chain_id', '=', chainId)
    .where('created_block', '>', blockNumber)
    .execute()
}

/** Lists which of these addresses have stored columns. */
export async function listOrphaned(
  transaction: Database,
  chainId: number,
  addresses: Address[],
): Promise<Set<string>> {
  const found = await transaction
    .selectFrom('orphaned_metadata')
    .select('address')
    .where('chain_id', '=', chainId)
    .where('address', 'in', addresses)
    .execute()
  return new Set(found.map(({ address }) => address))
}

/**
 * Removes and returns the stored columns of a collection; the alias is null if another
 * collection has taken it.
 */
export async function claimOrphaned(
  transaction: Database,
  chainId: number,
  address: Address,
) {
  const kept = await transaction
    .deleteFrom('orphaned_metadata')
    .where('chain_id', '=', chainId)
    .where('address', '=', address)
    .returning(decided)
    .executeTakeFirst()
  if (!kept) return undefined
  const { links, ...decisions } = kept
  const other = await transaction
    .selectFrom('collections')
    .select('id')
    .where('chain_id', '=', chainId)
    .where('alias', '=', decisions.alias)
    .executeTakeFirst()
  return {
    ...decisions,
    links: JSON.stringify(links),
    alias: other ? null : decisions.alias,
  }
}

/**
 * Disables hash and merge joins until the transaction ends: statistics lag behind during
 * a backfill, and the planner would scan whole tables for a few rows.
 */
export async function preferIndexScans(transaction: Database): Promise<void> {
  await sql`
    select set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true)
  `.execute(transaction)
}

function asAddress(text: string): Address {
  // Safe: the column holds lower-case addresses only (checked by the table).
  return text as Address
}
