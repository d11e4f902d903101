import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { errorCode } from '../../../database/error-code.ts'
import type { Session } from '../../../http/session.ts'
import { publicColumns } from './columns.ts'

/** Owner of collections; a contract account owns only those on its own chain. */
export type Owner = Pick<Session, 'address' | 'proven_on'>

/** Least right that a caller must have: `editor` is a co-editor, or the owner. */
export type Rights = 'owner' | 'editor'

export type OwnRow = {
  id: string
  chain_id: number
  address: string
  owner: string
  alias: string | null
  kind: 'drop' | 'open_edition' | 'edition'
  name: string
  symbol: string
  description: string
  links: Record<string, string | null>
  image_file: string | null
  animation_file: string | null
  cover_file: string | null
  max_supply: number | null
  minted: number
  royalty_bps: number
  royalty_ceiling_bps: number
  royalty_split: string | null
  notice_seconds: number
  is_transferable: boolean
  is_paused: boolean
  is_metadata_frozen: boolean
  /** Block of the log that could not be read; null: every log was. */
  unreadable_block: number | null
  visibility: 'shown' | 'hidden'
  is_unlisted: boolean
  blocked_at: Date | null
  created_at: Date
  updated_at: Date
  updated_by: string | null
  /** Present payees, lower case; null: unknown. */
  payees: { account: string; bps: number }[] | null
}

/** Lists an owner's newest collections that are not deleted. */
export function listOwnRows(
  database: Database,
  owner: Owner,
  most: number,
): Promise<OwnRow[]> {
  return ownCollections(database, owner)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(most)
    .execute()
}

/** Lists the newest collections that an account may edit and does not own. */
export function listEditedRows(
  database: Database,
  { address, proven_on }: Owner,
  most: number,
): Promise<OwnRow[]> {
  return managedCollections(database)
    .innerJoin('editors as e', (join) =>
      join.onRef('e.contract_id', '=', 'c.id').onRef('e.owner', '=', 'c.owner'),
    )
    .where('e.address', '=', address)
    .where(isOnChain(proven_on))
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(most)
    .execute()
}

/** Finds a collection that `caller` has rights to; undefined for others and deleted ones. */
export function findOwn(
  database: Database,
  caller: Owner,
  id: string,
  rights: Rights = 'owner',
): Promise<OwnRow | undefined> {
  return managedCollections(database)
    .where('c.id', '=', id)
    .where(isManagedBy(caller, rights))
    .executeTakeFirst()
}

/** Finds the sales totals of a collection of `owner`, like `findOwn`. */
export function findSales(
  database: Database,
  owner: Owner,
  id: string,
): Promise<SalesRow | undefined> {
  const own = database
    .selectFrom('collections')
    .select(['id', 'chain_id', 'created_at', 'mint_fee_wei'])
    .select(['minted', 'holders', 'unique_minters'])
    .where('id', '=', id)
    .where('owner', '=', owner.address)
    .where('deleted_at', 'is', null)
  const { proven_on } = owner
  const onlyOn = proven_on === null ? own : own.where('chain_id', '=', proven_on)
  return onlyOn.executeTakeFirst()
}

type SalesRow = {
  id: string
  chain_id: number
  created_at: Date
  mint_fee_wei: string
  minted: number
  holders: number
  unique_minters: number
}

function ownCollections(database: Database, { address, proven_on }: Owner) {
  return managedCollections(database)
    .where('c.owner', '=', address)
    .where(isOnChain(proven_on))
}

/** Condition on a collection `c`: the caller owns it, or with `editor` may edit it. */
function isManagedBy({ address, proven_on }: Owner, rights: Rights): RawBuilder<SqlBool> {
  const edits = rights === 'editor' ? sql`or is_editor(c.id, c.owner, ${address})` : sql``
  return sql`(c.owner = ${address} ${edits}) and ${isOnChain(proven_on)}`
}

function isOnChain(provenOn: number | null): RawBuilder<SqlBool> {
  return provenOn === null ? sql`true` : sql`c.chain_id = ${provenOn}`
}

function managedCollections(database: Database) {
  return database
    .selectFrom('collections as c')
    .select(publicColumns)
    .select('c.owner')
    .select(
      sql<OwnRow['payees']>`(
        select e.data -> 'payees' from events e
        where e.collection_id = c.id and e.kind in ('created', 'payees_changed')
          and e.kind not in ('mint', 'airdrop', 'transfer', 'burn', 'withdrawal')
        order by e.block_number desc, e.log_index desc limit 1)`.as('payees'),
    )
    .where('c.deleted_at', 'is', null)
}

/** Fields that the owner sets here rather than on the chain. */
export type OwnChanges = {
  alias?: string | null | undefined
  description?: string | undefined
  links?: Record<string, string | null> | undefined
  image_file?: string | null
  animation_file?: string | null
  cover_file?: string | null
  visibility?: 'shown' | 'hidden'
  is_unlisted?: boolean
}

/** Time of a change, the version it is made to (undefined: any), and the least right for it. */
type UpdateTerms = {
  now: Date
  ifUpdatedAt: string | undefined
  rights?: Rights | undefined
}

/**
 * Updates a collection that `caller` has rights to. Returns `gone` if they no longer have
 * them, `changed` if its version is not that of `ifUpdatedAt`, and `taken` if another
 * collection of the network has the alias.
 */
export async function updateOwn(
  database: Database,
  caller: Owner,
  id: string,
  { links, ...changes }: OwnChanges,
  { now, ifUpdatedAt, rights = 'owner' }: UpdateTerms,
): Promise<'saved' | 'gone' | 'changed' | 'taken'> {
  const update = own(database, caller, id, rights).set({
    ...changes,
    ...(links && { links: JSON.stringify(links) }),
    // Later than the present version, also within a millisecond.
    updated_at: sql<Date>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`,
    updated_by: caller.address,
  })
  const onVersion =
    ifUpdatedAt === undefined
      ? update
      : update.where(
          // Replies name a version in milliseconds.
          sql<boolean>`date_trunc('milliseconds', updated_at) = ${ifUpdatedAt}::timestamptz`,
        )
  try {
    const saved = await onVersion.returning('c.id').execute()
    if (saved.length === 1) return 'saved'
    return (await findOwn(database, caller, id, rights)) ? 'changed' : 'gone'
  } catch (error) {
    if (isTaken(error)) return 'taken'
    throw error
  }
}

/**
 * Marks a collection of `owner` as deleted and releases its alias; returns false if there
 * is none. The row stays, so that the indexer does not insert it again.
 */
export async function markDeleted(
  database: Database,
  owner: Owner,
  id: string,
  now: Date,
): Promise<boolean> {
  const deleted = { deleted_at: now, alias: null, updated_at: now }
  const rows = await own(database, owner, id, 'owner')
    .set(deleted)
    .returning('c.id')
    .execute()
  return rows.length === 1
}

function own(database: Database, caller: Owner, id: string, rights: Rights) {
  return database
    .updateTable('collections as c')
    .where('c.id', '=', id)
    .where(isManagedBy(caller, rights))
    .where('c.deleted_at', 'is', null)
}

function isTaken(error: unknown): boolean {
  return errorCode(error) === '23505'
}
