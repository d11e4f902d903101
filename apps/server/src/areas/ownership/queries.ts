import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'

/** Network and present owner of a draft or collection. */
export type ContractOwner = { chain_id: number; owner: string }

/** Finds a draft or collection; undefined for none, and for a deleted page. */
export async function findContractOwner(
  database: Database,
  id: string,
): Promise<ContractOwner | undefined> {
  const { rows } = await sql<ContractOwner>`
    select chain_id, owner from collections where id = ${id} and deleted_at is null
    union all
    select chain_id, owner from drafts where id = ${id} and collection_id is null
    limit 1`.execute(database)
  return rows[0]
}

/** Account of a network with what its profile shows; its address is lower case. */
export type ShownAccount = {
  address: string
  username: string | null
  avatar_file: string | null
  /** Network of a contract's account; null for any other. */
  auth_chain_id: number | null
}

export type EditorRow = ShownAccount & { added_at: Date }

/** Lists the co-editors that an owner named, in the order of adding. */
export async function listEditorRows(
  database: Database,
  id: string,
  { chain_id, owner }: ContractOwner,
): Promise<EditorRow[]> {
  const { rows } = await sql<EditorRow>`
    select e.address, e.added_at, u.username, u.avatar_file, u.auth_chain_id
    from editors e left join lateral find_account(e.address, ${chain_id}::bigint) u on true
    where e.contract_id = ${id} and e.owner = ${owner}
    order by e.added_at, e.address`.execute(database)
  return rows
}

/** Keeps other transactions from adding co-editors of a contract until this one ends. */
export async function lockEditors(transaction: Database, id: string): Promise<void> {
  const name = `editors ${id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(
    transaction,
  )
}

export async function insertEditor(
  database: Database,
  row: { contract_id: string; owner: string; address: string; added_at: Date },
): Promise<void> {
  await database.insertInto('editors').values(row).execute()
}

export async function deleteEditor(
  database: Database,
  row: { contract_id: string; owner: string; address: string },
): Promise<void> {
  await database
    .deleteFrom('editors')
    .where('contract_id', '=', row.contract_id)
    .where('owner', '=', row.owner)
    .where('address', '=', row.address)
    .execute()
}

/** Deletes the co-editors of a contract, those of former owners too. */
export async function deleteEditors(database: Database, id: string): Promise<void> {
  await database.deleteFrom('editors').where('contract_id', '=', id).execute()
}

/** Collection with its owner, and the account that its ownership is offered to. */
export type OwnershipRow = {
  id: string
  chain_id: number
  address: string
  alias: string | null
  kind: 'drop' | 'open_edition' | 'edition'
  name: string
  image_file: string | null
  creator: string
  royalty_bps: number
  royalty_split: string | null
  owner: ShownAccount
  /** Null: the ownership is offered to none. */
  pending_owner: ShownAccount | null
  /** Those in force, lower case. */
  payees: { account: string; bps: number }[]
}

/** Finds a collection by id; undefined for none, and for a deleted page. */
export async function findOfferRow(
  database: Database,
  id: string,
): Promise<OwnershipRow | undefined> {
  const { rows } = await sql<OwnershipRow>`${offers}
    where c.id = ${id} and c.deleted_at is null`.execute(database)
  return rows[0]
}

/** Lists the collections that are offered to an account, the newest first. */
export async function listOfferRows(
  database: Database,
  { address, proven_on }: { address: string; proven_on: number | null },
  limit: number,
): Promise<OwnershipRow[]> {
  const { rows } = await sql<OwnershipRow>`${offers}
    where c.pending_owner = ${address} and c.deleted_at is null
      and (${proven_on}::bigint is null or c.chain_id = ${proven_on}::bigint)
    order by c.created_at desc, c.id limit ${limit}`.execute(database)
  return rows
}

const offers = sql`
  select c.id, c.chain_id, c.address, c.alias, c.kind, c.name, c.image_file, c.creator,
    c.royalty_bps, c.royalty_split,
    jsonb_build_object('address', c.owner, 'username', u.username,
      'avatar_file', u.avatar_file, 'auth_chain_id', u.auth_chain_id) as owner,
    case when c.pending_owner is not null then
      jsonb_build_object('address', c.pending_owner, 'username', p.username,
        'avatar_file', p.avatar_file, 'auth_chain_id', p.auth_chain_id)
    end as pending_owner,
    coalesce((select e.data -> 'payees' from events e
      where e.collection_id = c.id and e.kind in ('created', 'payees_changed')
      order by e.block_number desc, e.log_index desc limit 1), '[]') as payees
  from collections c
  left join lateral find_account(c.owner, c.chain_id) u on true
  left join lateral find_account(c.pending_owner, c.chain_id) p on true`
