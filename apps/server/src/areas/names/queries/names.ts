import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { toSkeletons } from '../skeleton.ts'

/** A registered name with what lists show of it. */
export type NameListRow = {
  name: string
  owner: string
  is_primary: boolean
  primary_onchain: boolean
  price_wei: string | null
  registered_at: Date
  registered_block: number
  registered_tx: string
  status: 'provisional' | 'confirmed'
}

/** A registered name with its records. */
export type NameDetailRow = NameListRow & {
  moves: number
  texts: Record<string, string>
  addresses: Record<string, string>
  onchain_primary: string | null
}

const columns = sql`n.name, n.owner, p.name is not null as is_primary,
  coalesce(a.onchain = n.name, false) as primary_onchain, n.price_wei, n.registered_at,
  n.registered_block, n.registered_tx,
  case when n.registered_block <= coalesce(c.confirmed_number, -1)
    then 'confirmed' else 'provisional' end as status`

const joins = sql`
  left join primary_names p
    on p.chain_id = n.chain_id and p.account = n.owner and p.name = n.name
  left join name_accounts a on a.chain_id = n.chain_id and a.account = n.owner
  left join chain_cursors c on c.chain_id = n.chain_id`

/** Finds a registered name; undefined: none is indexed. */
export async function findName(
  database: Database,
  chainId: number,
  name: string,
): Promise<NameDetailRow | undefined> {
  const { rows } = await sql<NameDetailRow>`
    select ${columns}, n.moves, n.texts, n.addresses, a.onchain as onchain_primary
    from names n ${joins}
    where n.chain_id = ${chainId} and n.name = ${name}`.execute(database)
  return rows[0]
}

/** Lists the names of an owner, the primary one first, then the newest, and counts them. */
export async function listNamesOfOwner(
  database: Database,
  chainId: number,
  owner: string,
  page: Page,
): Promise<Counted<NameListRow>> {
  const where = sql`n.chain_id = ${chainId} and n.owner = ${owner}`
  const { rows } = await sql<NameListRow>`
    select ${columns} from names n ${joins} where ${where}
    order by is_primary desc, n.registered_block desc, n.registered_index desc
    ${toLimit(page)}`.execute(database)
  return { rows, total: await countNames(database, where) }
}

/** A name among the newest and in search results. */
export type ShortNameRow = { name: string; owner: string; registered_at: Date }

/** Lists the newest registrations without the names that contain a hidden word. */
export async function listNewestNames(
  database: Database,
  chainId: number,
  { limit, hiddenWords }: { limit: number; hiddenWords: readonly string[] },
): Promise<ShortNameRow[]> {
  const hidden = hiddenWords.map((word) => `%${word}%`)
  const { rows } = await sql<ShortNameRow>`
    select name, owner, registered_at from names
    where chain_id = ${chainId} and not name like any(${hidden}::text[])
    order by registered_block desc, registered_index desc limit ${limit}`.execute(
    database,
  )
  return rows
}

/**
 * Lists names that contain a text of characters of names: those that begin with it first, then the
 * shortest.
 */
export async function searchRegistered(
  database: Database,
  chainId: number,
  text: string,
  page: Page,
): Promise<Counted<ShortNameRow>> {
  const where = sql`n.chain_id = ${chainId} and n.name like ${`%${text}%`}`
  const { rows } = await sql<ShortNameRow>`
    select n.name, n.owner, n.registered_at from names n where ${where}
    order by not starts_with(n.name, ${text}), length(n.name), n.name
    ${toLimit(page)}`.execute(database)
  return { rows, total: await countNames(database, where) }
}

/** Lists which of these names are registered. */
export async function listRegistered(
  database: Database,
  chainId: number,
  names: string[],
): Promise<string[]> {
  if (names.length === 0) return []
  const found = await database
    .selectFrom('names')
    .select('name')
    .where('chain_id', '=', chainId)
    .where('name', 'in', names)
    .execute()
  return found.map(({ name }) => name)
}

/** Returns whether a known transaction registers the name and waits to be mined. */
export async function isClaimed(
  database: Database,
  chainId: number,
  name: string,
): Promise<boolean> {
  const found = await database
    .selectFrom('name_claims')
    .select('name')
    .where('chain_id', '=', chainId)
    .where('name', '=', name)
    .where('state', '=', 'pending')
    .where('is_public', '=', true)
    .where(sql<boolean>`not exists (
      select from names n where n.chain_id = ${chainId} and n.name = ${name})`)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Finds the oldest name that looks like `name` and was registered before it; before any time for a
 * name that is not registered.
 */
export async function findOlderLookalike(
  database: Database,
  chainId: number,
  name: string,
): Promise<string | undefined> {
  const { l, i } = toSkeletons(name)
  const { rows } = await sql<{ name: string }>`
    select o.name from names o
    left join names n on n.chain_id = o.chain_id and n.name = ${name}
    where o.chain_id = ${chainId} and o.name <> ${name}
      and (o.skeleton_l = ${l} or o.skeleton_i = ${i})
      and (n.name is null or (o.registered_block, o.registered_index)
        < (n.registered_block, n.registered_index))
    order by o.registered_block, o.registered_index limit 1`.execute(database)
  return rows[0]?.name
}

/** Lists the primary names that are shown for accounts, by account. */
export async function listPrimaryNames(
  database: Database,
  chainId: number,
  accounts: string[],
): Promise<{ account: string; name: string }[]> {
  const { rows } = await sql<{ account: string; name: string }>`
    select account, name from primary_names
    where chain_id = ${chainId} and account = any(${accounts}::text[])`.execute(database)
  return rows
}

/**
 * Sets the primary name that an account chose here, null for none; it counts from `now`, and in
 * any case after what the registry has.
 */
export async function choosePrimary(
  database: Database,
  chainId: number,
  { account, name, now }: { account: string; name: string | null; now: Date },
): Promise<void> {
  await sql`
    insert into name_accounts (chain_id, account, chosen, chosen_at, chosen_moves)
    values (${chainId}, ${account}, ${name}, ${now}, coalesce(
      (select moves from names where chain_id = ${chainId} and name = ${name}), 0))
    on conflict (chain_id, account) do update set
      chosen = excluded.chosen, chosen_moves = excluded.chosen_moves,
      chosen_at = greatest(excluded.chosen_at,
        name_accounts.onchain_at + interval '1 microsecond')`.execute(database)
}

/** Part of a list: `limit` rows from the row `offset` on. */
export type Page = { limit: number; offset: number }

export type Counted<Row> = { rows: Row[]; total: number }

async function countNames(
  database: Database,
  where: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from names n where ${where}`.execute(database)
  return rows[0]?.total ?? 0
}

function toLimit({ limit, offset }: Page): RawBuilder<unknown> {
  return sql`limit ${limit} offset ${offset}`
}
