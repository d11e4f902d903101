import type { Attribute } from '@platemark/works/work-types'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { workExtensions } from '../../files/masters.ts'

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
  animation_file: string | null
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
      'collections.animation_file',
      'collections.minted',
      'collections.visibility',
      'collections.is_unlisted',
      'phases.title as public_phase_title',
    ])
    .where('collections.chain_id', '=', chainId)
    .where('collections.address', '=', address)
    .executeTakeFirst()
}

/** Work that a token shows. */
export type TokenWork = {
  is_shown_at_once: boolean
  name: string | null
  description: string | null
  external_url: string | null
  file: string | null
  animation_file: string | null
  attributes: Attribute[]
}

/** Finds the work of a token; undefined where all tokens show one image, or are hidden. */
export function findTokenWork(
  database: Database,
  collectionId: string,
  tokenId: number,
): Promise<TokenWork | undefined> {
  return database
    .selectFrom('token_works')
    .select(['is_shown_at_once', 'name', 'description', 'external_url', 'file'])
    .select(['animation_file', 'attributes'])
    .where('contract_id', '=', collectionId)
    .where('token_id', '=', tokenId)
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

/**
 * Finds the time up to which the index of each of these networks knows every block, at most
 * `now`: of a network read to its head the time of that reading, else of its last block.
 * 1970 while one was never read.
 */
export async function findIndexedUntil(
  database: Database,
  chainIds: number[],
  now: Date,
): Promise<Date> {
  if (chainIds.length === 0) return now
  const { rows } = await sql<{ until: Date }>`
    select min(least(${now}::timestamptz, coalesce(
      case when c.block_number >= c.head_number then c.heartbeat_at else c.block_time end,
      'epoch'))) as until
    from unnest(${chainIds}::bigint[]) as x(id)
    left join chain_cursors c on c.chain_id = x.id`.execute(database)
  return rows[0]?.until ?? now
}

/** Deletes lists published before `before` that no draft and no collection names. */
export async function deleteUnnamedLists(
  database: Database,
  before: Date,
): Promise<void> {
  await sql`
    delete from lists where published_at < ${before}::timestamptz
      and not exists (select from drafts where drafts.list_root = lists.root)
      and not exists (
        select from collection_lists where collection_lists.root = lists.root
      )`.execute(database)
}

/** Returns the hashes, 64 hex digits each, that a row names as a file or a list. */
export async function listNamedHashes(
  database: Database,
  hashes: string[],
): Promise<string[]> {
  const pictures = hashes.flatMap((hash) =>
    workExtensions.map((extension) => `${hash}.${extension}`),
  )
  const lists = hashes.map((hash) => `0x${hash}`)
  const { rows } = await sql<{ name: string }>`
    select avatar_file as name from users where avatar_file = any(${pictures})
    union all select image_file from drafts where image_file = any(${pictures})
    union all select animation_file from drafts
      where animation_file = any(${pictures})
    union all select cover_file from drafts where cover_file = any(${pictures})
    union all select image_file from collections where image_file = any(${pictures})
    union all select animation_file from collections
      where animation_file = any(${pictures})
    union all select cover_file from collections where cover_file = any(${pictures})
    union all select image_file from orphaned_metadata where image_file = any(${pictures})
    union all select animation_file from orphaned_metadata
      where animation_file = any(${pictures})
    union all select cover_file from orphaned_metadata where cover_file = any(${pictures})
    union all select name from masters where left(name, 64) = any(${hashes})
    union all select file from works where left(file, 64) = any(${hashes})
    union all select animation_file from works
      where left(animation_file, 64) = any(${hashes})
    union all select texts_file from sets where left(texts_file, 64) = any(${hashes})
    union all select manifest_file from sets
      where left(manifest_file, 64) = any(${hashes})
    union all select file from exit_bundles where left(file, 64) = any(${hashes})
    union all select part from received_pieces where part = any(${hashes})
    union all select content_hash from lists where content_hash = any(${lists})
    union all select content_hash from collection_lists
      where content_hash = any(${lists})`.execute(database)
  return rows.map(({ name }) => name.replace(/^0x|(-\w+)?\.\w+$/g, ''))
}
