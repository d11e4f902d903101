import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { errorCode } from '../../../database/error-code.ts'
import type { Session } from '../../../http/session.ts'
import { publicColumns } from './columns.ts'

/** Owner of collections; a contract account owns only those on its own chain. */
export type Owner = Pick<Session, 'address' | 'proven_on'>

export type OwnRow = {
  id: string
  chain_id: number
  address: string
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
  visibility: 'shown' | 'hidden'
  is_unlisted: boolean
  blocked_at: Date | null
  created_at: Date
  updated_at: Date
  updated_by: string | null
  /** Payees at creation, lower case; null: unknown. */
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

/** Finds a collection of `owner`; undefined for other owners' and deleted ones. */
export function findOwn(
  database: Database,
  owner: Owner,
  id: string,
): Promise<OwnRow | undefined> {
  return ownCollections(database, owner).where('c.id', '=', id).executeTakeFirst()
}

/** Finds the sales totals of a collection of `owner`, like `findOwn`. */
export function findSales(
  database: Database,
  owner: Owner,
  id: string,
): Promise<SalesRow | undefined> {
  const own = database
    .selectFrom('collections')
    .select(['id', 'chain_id', 'created_at', 'mint_fee_wei', 'holders', 'unique_minters'])
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
  holders: number
  unique_minters: number
}

function ownCollections(database: Database, { address, proven_on }: Owner) {
  const own = database
    .selectFrom('collections as c')
    .select(publicColumns)
    // The creation is among a collection's first events, so the scan ends early.
    .select(
      sql<OwnRow['payees']>`(
        select e.data -> 'payees' from events e
        where e.collection_id = c.id and e.kind = 'created'
        order by e.block_number, e.log_index limit 1)`.as('payees'),
    )
    .where('c.owner', '=', address)
    .where('c.deleted_at', 'is', null)
  return proven_on === null ? own : own.where('c.chain_id', '=', proven_on)
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

/** Time of a change, and the version it is made to; undefined: any. */
type UpdateTerms = { now: Date; ifUpdatedAt: string | undefined }

/**
 * Updates a collection of `owner`. Returns `gone` if the owner no longer has it, `changed`
 * if its version is not that of `ifUpdatedAt`, and `taken` if another collection of the
 * network has the alias.
 */
export async function updateOwn(
  database: Database,
  owner: Owner,
  id: string,
  { links, ...changes }: OwnChanges,
  { now, ifUpdatedAt }: UpdateTerms,
): Promise<'saved' | 'gone' | 'changed' | 'taken'> {
  const update = own(database, owner, id).set({
    ...changes,
    ...(links && { links: JSON.stringify(links) }),
    // Later than the present version, also within a millisecond.
    updated_at: sql<Date>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`,
    updated_by: owner.address,
  })
  const onVersion =
    ifUpdatedAt === undefined
      ? update
      : update.where(
          // Replies name a version in milliseconds.
          sql<boolean>`date_trunc('milliseconds', updated_at) = ${ifUpdatedAt}::timestamptz`,
        )
  try {
    const saved = await onVersion.returning('id').execute()
    if (saved.length === 1) return 'saved'
    return (await findOwn(database, owner, id)) ? 'changed' : 'gone'
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
  const rows = await own(database, owner, id).set(deleted).returning('id').execute()
  return rows.length === 1
}

function own(database: Database, { address, proven_on }: Owner, id: string) {
  const update = database
    .updateTable('collections')
    .where('id', '=', id)
    .where('owner', '=', address)
    .where('deleted_at', 'is', null)
  return proven_on === null ? update : update.where('chain_id', '=', proven_on)
}

function isTaken(error: unknown): boolean {
  return errorCode(error) === '23505'
}
