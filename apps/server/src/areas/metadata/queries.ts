import type { Database } from '../../database/database.ts'

/** Collection fields that metadata contains. */
export type DescribedCollection = {
  id: string
  address: string
  alias: string | null
  kind: 'drop' | 'open_edition' | 'edition'
  name: string
  symbol: string
  description: string
  image_file: string | null
  minted: number
  visibility: 'shown' | 'hidden'
  is_unlisted: boolean
  public_phase_title: string | null
}

export function findDescribedCollection(
  database: Database,
  chainId: number,
  address: string,
): Promise<DescribedCollection | undefined> {
  return database
    .selectFrom('collections')
    .leftJoin('phases', (join) =>
      join
        .onRef('phases.collection_id', '=', 'collections.id')
        .on('phases.kind', '=', 'public'),
    )
    .select([
      'collections.id',
      'collections.address',
      'collections.alias',
      'collections.kind',
      'collections.name',
      'collections.symbol',
      'collections.description',
      'collections.image_file',
      'collections.minted',
      'collections.visibility',
      'collections.is_unlisted',
      'phases.title as public_phase_title',
    ])
    .where('collections.chain_id', '=', chainId)
    .where('collections.address', '=', address)
    .executeTakeFirst()
}

/** Lists the allowlists a contract has announced, in block order. */
export function listAnnouncedLists(
  database: Database,
  collectionId: string,
): Promise<{ root: string; content_hash: string }[]> {
  return database
    .selectFrom('collection_lists')
    .select(['root', 'content_hash'])
    .where('collection_id', '=', collectionId)
    .orderBy('block_number')
    .orderBy('root')
    .execute()
}
