import { LIST_PIECE_SIZE } from '@platemark/rules/allowlist'
import { type Selectable, sql } from 'kysely'
import { isAddress } from 'viem'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'
import type { CardPhase, CardRow } from './card-rows.ts'
import { publicColumns } from './columns.ts'
import { isFoundBySlug } from './visible.ts'

export type PhaseRow = CardPhase & {
  kind: 'public' | 'allowlist'
  title: string
  max_per_wallet: number
  list_root: string | null
  /** SHA-256 of the list's file. */
  list_hash: string | null
  list_entries: number | null
}

export type CollectionRow = Omit<CardRow, 'phases'> & {
  symbol: string
  description: string
  links: Record<string, string | null>
  animation_file: string | null
  cover_file: string | null
  owner: string
  holders: number
  unique_minters: number
  volume_wei: string
  royalty_bps: number
  royalty_ceiling_bps: number
  royalty_split: string | null
  notice_seconds: number
  is_transferable: boolean
  is_cap_frozen: boolean
  is_metadata_frozen: boolean
  visibility: 'shown' | 'hidden'
  is_unlisted: boolean
  blocked_at: Date | null
  created_block: number
  created_tx: string
  updated_at: Date
  /** Account that last changed the page, lower case; null: no one did yet. */
  updated_by: string | null
  /** Last confirmed block of its chain; null: nothing of the chain was indexed. */
  confirmed_number: number | null
  /** Ordered by start. */
  phases: PhaseRow[]
}

/**
 * Finds a collection that is not deleted, by address in any letter case or by current or
 * former slug. By a slug `owner`, in lower case, finds its own hidden collections too; the
 * rule is described at `isHidden`.
 */
export async function findCollection(
  database: Database,
  chainId: number,
  addressOrAlias: string,
  owner: string | null,
): Promise<CollectionRow | undefined> {
  const name = addressOrAlias.toLowerCase()
  if (isAddress(name)) return findBy(database, { chainId, address: name })
  const found = await findBy(database, { chainId, alias: name, owner })
  if (found) return found
  const address = await findFormer(database, { chainId, alias: name, owner })
  return address === undefined ? undefined : findBy(database, { chainId, address })
}

type Slug = { chainId: number; alias: string; owner: string | null }

/** Finds the address of the collection that last had a slug which no collection has now. */
async function findFormer(
  database: Database,
  { chainId, alias, owner }: Slug,
): Promise<string | undefined> {
  const found = await database
    .selectFrom('former_aliases as f')
    .innerJoin('collections as c', (join) =>
      join.onRef('c.chain_id', '=', 'f.chain_id').onRef('c.address', '=', 'f.address'),
    )
    .select('f.address')
    .where('f.chain_id', '=', chainId)
    .where('f.alias', '=', alias)
    .where('c.deleted_at', 'is', null)
    .where(isFoundBySlug(owner))
    .executeTakeFirst()
  return found?.address
}

async function findBy(
  database: Database,
  asked: { chainId: number; address: string } | Slug,
): Promise<CollectionRow | undefined> {
  const isNamed =
    'address' in asked
      ? sql<boolean>`c.address = ${asked.address}`
      : sql<boolean>`c.alias = ${asked.alias} and ${isFoundBySlug(asked.owner)}`
  const row = await database
    .selectFrom('collections as c')
    .leftJoinLateral(
      () => sql<Selectable<Tables['users']>>`find_account(c.creator, c.chain_id)`.as('u'),
      (join) => join.onTrue(),
    )
    .leftJoin('chain_cursors as h', 'h.chain_id', 'c.chain_id')
    .select([
      ...publicColumns,
      'c.creator',
      'u.username as creator_name',
      'u.avatar_file as creator_avatar',
      sql<boolean>`u.auth_chain_id is not null`.as('is_creator_contract'),
      'c.owner',
      'c.holders',
      'c.unique_minters',
      'c.volume_wei',
      'c.mint_fee_wei',
      'c.is_cap_frozen',
      'c.created_block',
      'c.created_tx',
      'h.confirmed_number',
    ])
    .where('c.chain_id', '=', asked.chainId)
    .where(isNamed)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, phases: await listPhases(database, [row.id]) }
}

/** Lists the phases of several collections, each ordered by start. */
export async function listPhases(
  database: Database,
  collectionIds: string[],
): Promise<(PhaseRow & { collection_id: string })[]> {
  if (collectionIds.length === 0) return []
  return database
    .selectFrom('phases as p')
    .leftJoin('lists as l', 'l.root', 'p.list_root')
    .select([
      'p.collection_id',
      'p.phase_id',
      'p.kind',
      'p.title',
      'p.starts_at',
      'p.ends_at',
      'p.price_wei',
      'p.max_per_wallet',
      'p.max_supply',
      'p.minted',
      'p.list_root',
      'l.content_hash as list_hash',
      'l.entries as list_entries',
    ])
    .where('p.collection_id', 'in', collectionIds)
    .whereRef('p.starts_at', '<', 'p.ends_at')
    .orderBy('p.starts_at')
    .orderBy('p.phase_id')
    .execute()
}

/** Event since which a commitment holds. */
export type Milestone = {
  kind: 'cap_frozen' | 'metadata_frozen' | 'owner_changed' | 'revealed'
  block_number: number
}

/** Lists the events since which commitments hold, the newest first. */
export function listMilestones(
  database: Database,
  collectionId: string,
): Promise<Milestone[]> {
  const kinds = ['cap_frozen', 'metadata_frozen', 'owner_changed', 'revealed'] as const
  return database
    .selectFrom('events')
    .select([sql<Milestone['kind']>`kind`.as('kind'), 'block_number'])
    .where('collection_id', '=', collectionId)
    .where('kind', 'in', kinds)
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .execute()
}

/** Finds the manifest hash of a freeze of metadata or of a reveal, of which there is one at most. */
export async function findManifestHash(
  database: Database,
  collectionId: string,
  kind: 'metadata_frozen' | 'revealed',
): Promise<string | undefined> {
  const named = await database
    .selectFrom('events')
    .select(sql<string>`data ->> 'manifest_hash'`.as('manifest_hash'))
    .where('collection_id', '=', collectionId)
    .where('kind', '=', kind)
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .limit(1)
    .executeTakeFirst()
  return named?.manifest_hash
}

/** Finds the last event of a kind. The order repeats the whole key of its index. */
export function findLastEvent(
  database: Database,
  collectionId: string,
  kind: 'pause_changed' | 'mint' | 'airdrop',
): Promise<{ time: Date } | undefined> {
  return database
    .selectFrom('events')
    .select('time')
    .where('collection_id', '=', collectionId)
    .where('kind', '=', kind)
    .orderBy('collection_id', 'desc')
    .orderBy('kind', 'desc')
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Lists a wallet's entries on the lists in force at `now`. */
export function listWalletEntryRows(
  database: Database,
  collectionId: string,
  address: string,
  now: Date,
): Promise<
  {
    phase_id: number
    root: string
    packed: string
    quantity: number
    price_wei: string
    position: number
    /** Entries of the whole list. */
    entries: number
    /** Nodes of its piece (`nodesOfPiece`), and nodes from the piece up; 32 bytes each. */
    nodes: Uint8Array
    proof: Uint8Array
  }[]
> {
  return (
    database
      .selectFrom('collection_lists as c')
      .innerJoin('lists as l', 'l.root', 'c.root')
      .leftJoin('drafts as d', 'd.id', 'l.draft_id')
      .innerJoin('list_entries as e', 'e.root', 'c.root')
      .innerJoin('list_pieces as p', (join) =>
        join
          .onRef('p.root', '=', 'e.root')
          .on('p.piece', '=', sql<number>`e.position / ${sql.lit(LIST_PIECE_SIZE)}`),
      )
      .select([
        'e.phase_id',
        'e.root',
        'e.packed',
        'e.quantity',
        'e.price_wei',
        'e.position',
        'l.entries',
        'p.nodes',
        'p.proof',
      ])
      .where('c.collection_id', '=', collectionId)
      .where('e.address', '=', address)
      // Any owner can publish the root of another collection's list, which proves nothing there.
      .where((where) =>
        where.or([
          where('d.collection_id', 'is', null),
          where('d.collection_id', '=', collectionId),
        ]),
      )
      .where((where) =>
        where.or([
          where('l.collection_id', 'is', null),
          where('l.collection_id', '=', collectionId),
        ]),
      )
      .where((where) =>
        where.or([where('c.ends_at', 'is', null), where('c.ends_at', '>', now)]),
      )
      .orderBy('e.phase_id')
      .orderBy('c.block_number', 'desc')
      .execute()
  )
}

export async function markListed(database: Database, id: string): Promise<void> {
  await database
    .updateTable('collections')
    .set({ is_unlisted: false })
    .where('id', '=', id)
    .execute()
}
