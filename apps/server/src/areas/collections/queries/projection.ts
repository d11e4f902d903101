import type { Insertable } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../../../platform/database.ts'
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

export async function insertCollection(
  transaction: Database,
  collection: Insertable<Tables['collections']>,
): Promise<void> {
  await transaction.insertInto('collections').values(collection).execute()
}

/** Collections that something happened to above `blockNumber`, made before it. */
export async function listCollectionsAbove(
  transaction: Database,
  chainId: number,
  blockNumber: number,
): Promise<Address[]> {
  const found = await transaction
    .selectFrom('events')
    .innerJoin('collections', 'collections.id', 'events.collection_id')
    .select('collections.address')
    .distinct()
    .where('events.chain_id', '=', chainId)
    .where('events.block_number', '>', blockNumber)
    .where('collections.created_block', '<=', blockNumber)
    .execute()
  return found.map(({ address }) => asAddress(address))
}

export async function deleteCollectionsAbove(
  transaction: Database,
  chainId: number,
  blockNumber: number,
): Promise<void> {
  await transaction
    .deleteFrom('collections')
    .where('chain_id', '=', chainId)
    .where('created_block', '>', blockNumber)
    .execute()
}

/** Puts a collection back to the moment before its creation was recorded. */
export async function clearCollection(
  transaction: Database,
  chainId: number,
  address: Address,
): Promise<void> {
  const created = await transaction
    .selectFrom('collections')
    .innerJoin('events', 'events.collection_id', 'collections.id')
    .select(['collections.id', 'collections.creator', 'events.facts'])
    .where('collections.chain_id', '=', chainId)
    .where('collections.address', '=', address)
    .where('events.kind', '=', 'created')
    .executeTakeFirstOrThrow()
  const { id, creator } = created
  // Safe: events of this kind are written with these facts only.
  const facts = created.facts as { max_supply: number | null; royalty_bps: number }
  for (const table of [
    'tokens',
    'holdings',
    'minters',
    'mints',
    'phases',
    'collection_lists',
  ] as const) {
    await transaction.deleteFrom(table).where('collection_id', '=', id).execute()
  }
  await transaction
    .updateTable('collections')
    .set({
      owner: creator,
      max_supply: facts.max_supply,
      minted: 0,
      burned: 0,
      holders: 0,
      unique_minters: 0,
      volume_wei: '0',
      royalty_bps: facts.royalty_bps,
      is_paused: false,
      is_cap_frozen: false,
      is_metadata_frozen: false,
    })
    .where('id', '=', id)
    .execute()
}

function asAddress(text: string): Address {
  // Safe: the column holds lower-case addresses only (checked by the table).
  return text as Address
}
