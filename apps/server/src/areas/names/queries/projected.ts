import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { rows } from '../../../database/rows.ts'
import type { NameState, PrimaryState } from '../reduce-name.ts'
import { toSkeletons } from '../skeleton.ts'

/** Loads names by label; those that are not registered are absent. */
export async function loadNames(
  transaction: Database,
  chainId: number,
  names: string[],
): Promise<Map<string, NameState>> {
  if (names.length === 0) return new Map()
  const { rows: found } = await sql<NameState>`
    select name, owner, moves, texts, addresses, payer, price_wei, registered_at,
      registered_block, registered_index, registered_tx
    from names where chain_id = ${chainId} and name = any(${names}::text[])
    for update`.execute(transaction)
  return new Map(found.map((state) => [state.name, state]))
}

/** Writes names, and forgets the registrations that were reported of them. */
export async function saveNames(
  transaction: Database,
  chainId: number,
  states: NameState[],
): Promise<void> {
  if (states.length === 0) return
  const values = states.map((state) => {
    const { l, i } = toSkeletons(state.name)
    return { ...state, skeleton_l: l, skeleton_i: i }
  })
  await sql`
    insert into names (chain_id, name, owner, moves, texts, addresses, payer, price_wei,
      registered_at, registered_block, registered_index, registered_tx, skeleton_l, skeleton_i)
    select ${chainId}, x.* from jsonb_to_recordset(${rows(values)}) as x (
      name text, owner text, moves integer, texts jsonb, addresses jsonb, payer text,
      price_wei numeric, registered_at timestamptz, registered_block bigint,
      registered_index integer, registered_tx text, skeleton_l text, skeleton_i text)
    on conflict (chain_id, name) do update set
      owner = excluded.owner, moves = excluded.moves, texts = excluded.texts,
      addresses = excluded.addresses, payer = excluded.payer, price_wei = excluded.price_wei,
      registered_at = excluded.registered_at, registered_block = excluded.registered_block,
      registered_index = excluded.registered_index, registered_tx = excluded.registered_tx`.execute(
    transaction,
  )
  await transaction
    .deleteFrom('name_claims')
    .where('chain_id', '=', chainId)
    .where(
      'name',
      'in',
      states.map(({ name }) => name),
    )
    .where('state', '<>', 'dropped')
    .execute()
}

/** Deletes names whose registration is not on the chain any more. */
export async function deleteNames(
  transaction: Database,
  chainId: number,
  names: string[],
): Promise<void> {
  if (names.length === 0) return
  await transaction
    .deleteFrom('names')
    .where('chain_id', '=', chainId)
    .where('name', 'in', names)
    .execute()
}

/** Loads the primary names of accounts in the registry; unknown accounts are absent. */
export async function loadPrimaries(
  transaction: Database,
  chainId: number,
  accounts: string[],
): Promise<Map<string, PrimaryState>> {
  if (accounts.length === 0) return new Map()
  const { rows: found } = await sql<PrimaryState & { account: string }>`
    select account, onchain, onchain_at from name_accounts
    where chain_id = ${chainId} and account = any(${accounts}::text[])
    for update`.execute(transaction)
  return new Map(
    found.map(({ account, onchain, onchain_at }) => [account, { onchain, onchain_at }]),
  )
}

/** Writes the primary names of accounts in the registry. */
export async function savePrimaries(
  transaction: Database,
  chainId: number,
  primaries: ReadonlyMap<string, PrimaryState>,
): Promise<void> {
  if (primaries.size === 0) return
  const values = [...primaries].map(([account, state]) => ({ account, ...state }))
  await sql`
    insert into name_accounts (chain_id, account, onchain, onchain_at)
    select ${chainId}, x.* from jsonb_to_recordset(${rows(values)}) as x (
      account text, onchain text, onchain_at timestamptz)
    on conflict (chain_id, account) do update set
      onchain = excluded.onchain, onchain_at = excluded.onchain_at`.execute(transaction)
}
