import { type Insertable, sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'

export async function listAddresses(
  database: Database,
  chainId: number,
): Promise<Address[]> {
  const found = await database
    .selectFrom('collections')
    .select('address')
    .where('chain_id', '=', chainId)
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

/** Which of these addresses are collections. */
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

/** Collections that were made above one block, up to another. */
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

/** What people decided of a collection, which its chain does not know. */
const decided = [
  'alias',
  'description',
  'links',
  'image_file',
  'cover_file',
  'visibility',
  'is_unlisted',
  'deleted_at',
] as const

/**
 * Takes back the collections made above `blockNumber`, and keeps what people decided of them
 * until the chain makes them again: an address follows from its creator and all terms, so it
 * means the same collection whenever it comes back, on a chain that was reset too.
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

/** Of which of these addresses something is kept. */
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
 * Hands out what was kept of a collection that was taken back before, once; without its alias
 * when another one has taken that meanwhile.
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
 * Until the transaction ends, rows are looked up one by one: statistics lag far behind while a
 * chain is caught up, and by them whole tables would be read for some rows of each.
 */
export async function preferIndexScans(transaction: Database): Promise<void> {
  await sql`
    select set_config('enable_hashjoin', 'off', true),
      set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true)
  `.execute(transaction)
}

/** What concerns a whole chain may take longer than any question of a reader. */
export async function liftStatementTimeout(transaction: Database): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction)
}

function asAddress(text: string): Address {
  // Safe: the column holds lower-case addresses only (checked by the table).
  return text as Address
}
