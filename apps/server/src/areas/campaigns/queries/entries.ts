import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'
import type { CampaignDefinition } from '../definition/campaign-file.ts'
import { sumCredits } from './ledger.ts'

export type EntryRow = Selectable<Tables['campaign_entries']>

/** Finds the entry of a wallet, its own one or one that it is linked to. */
export async function findEntry(
  database: Database,
  id: string,
  { address, chain_id }: { address: string; chain_id: number | null },
): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`
    select e.* from campaign_wallets w
    join campaign_entries e on e.campaign_id = w.campaign_id and e.address = w.address
    where w.campaign_id = ${id} and w.wallet = ${address}
      and w.chain_id is not distinct from ${chain_id}::bigint`.execute(database)
  return rows[0]
}

/** Finds the entry that a wallet counts in, whatever its network. */
export async function findEntryOfWallet(
  database: Database,
  id: string,
  wallet: string,
): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`
    select e.* from campaign_wallets w
    join campaign_entries e on e.campaign_id = w.campaign_id and e.address = w.address
    where w.campaign_id = ${id} and w.wallet = ${wallet}`.execute(database)
  return rows[0]
}

/** Finds accounts whose username or name has a text, at most 200. */
export async function searchAccounts(
  database: Database,
  part: string,
): Promise<string[]> {
  const pattern = `%${part.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const { rows } = await sql<{ address: string }>`
    (select address from users where username like ${pattern} limit 100)
    union (select owner from names where name like ${pattern} limit 100)`.execute(
    database,
  )
  return rows.map(({ address }) => address)
}

/** Returns whether a wallet belongs to an entry, whatever its network. */
export async function isWalletTaken(
  database: Database,
  id: string,
  wallet: string,
): Promise<boolean> {
  const row = await database
    .selectFrom('campaign_wallets')
    .select('address')
    .where('campaign_id', '=', id)
    .where('wallet', '=', wallet)
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the members of a team. */
export async function countMembers(
  database: Database,
  id: string,
  team: string,
): Promise<number> {
  const { n } = await database
    .selectFrom('campaign_entries')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('campaign_id', '=', id)
    .where('team', '=', team)
    .where('status', '<>', 'left')
    .executeTakeFirstOrThrow()
  return n
}

/** Inserts an entry with its wallet and puts it under review. Called under the campaign's lock. */
export async function insertEntry(
  transaction: Database,
  id: string,
  {
    address,
    chain_id,
    team,
    now,
  }: { address: string; chain_id: number | null; team: string | null; now: Date },
): Promise<EntryRow> {
  const { rows } = await sql<EntryRow>`
    insert into campaign_entries (campaign_id, address, chain_id, number, team, joined_at)
    values (${id}, ${address}, ${chain_id}, (select coalesce(max(number), 0) + 1
      from campaign_entries where campaign_id = ${id}), ${team}, ${now})
    returning *`.execute(transaction)
  await transaction
    .insertInto('campaign_wallets')
    .values({ campaign_id: id, wallet: address, chain_id, address, linked_at: now })
    .execute()
  await transaction
    .insertInto('campaign_reviews')
    .values({ campaign_id: id, address })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const [row] = rows
  if (!row) throw new Error('entry is missing after its insert')
  return row
}

/** Deletes an entry with its wallets and credits. */
export async function deleteEntry(
  transaction: Database,
  id: string,
  address: string,
): Promise<void> {
  for (const table of [
    'campaign_credits',
    'campaign_reviews',
    'campaign_wallets',
    'campaign_entries',
  ] as const) {
    await transaction
      .deleteFrom(table)
      .where('campaign_id', '=', id)
      .where('address', '=', address)
      .execute()
  }
}

/** Lists the wallets of an entry. */
export function listWallets(
  database: Database,
  id: string,
  address: string,
): Promise<Selectable<Tables['campaign_wallets']>[]> {
  return database
    .selectFrom('campaign_wallets')
    .selectAll()
    .where('campaign_id', '=', id)
    .where('address', '=', address)
    .orderBy('linked_at')
    .orderBy('wallet')
    .execute()
}

/** Moves the wallet to another entry, or adds it to it. */
export async function linkToEntry(
  transaction: Database,
  id: string,
  wallet: { wallet: string; chain_id: number | null; address: string; now: Date },
): Promise<void> {
  await transaction
    .insertInto('campaign_wallets')
    .values({
      campaign_id: id,
      wallet: wallet.wallet,
      chain_id: wallet.chain_id,
      address: wallet.address,
      linked_at: wallet.now,
    })
    .execute()
}

/** Disqualifies an entry with a public reason, or takes it back. */
export async function setEntryStatus(
  transaction: Database,
  id: string,
  address: string,
  { status, reason }: { status: 'active' | 'disqualified'; reason: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('campaign_entries')
    .set({ status, reason })
    .where('campaign_id', '=', id)
    .where('address', '=', address)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Completions of a quest by an entry, with the first and the last one that count. */
export type QuestProgress = {
  quest: string
  completions: number
  points: number
  first_at: Date
  last_at: Date
  chain_id: number | null
  tx_hash: string | null
  is_final: boolean
}

/** Lists what an entry has done of each quest, from the ledger as it is now. */
export async function listQuestProgress(
  database: Database,
  id: string,
  { quests }: CampaignDefinition,
  address: string,
): Promise<QuestProgress[]> {
  const caps = quests.map(({ key, max_completions }) => ({ key, cap: max_completions }))
  const { rows } = await sql<QuestProgress>`
    select quest, count(*) as completions, sum(points)::bigint as points,
      min(event_time) as first_at, max(event_time) as last_at,
      (array_agg(chain_id order by n))[1] as chain_id,
      (array_agg(tx_hash order by n))[1] as tx_hash,
      (array_agg(is_final order by n))[1] as is_final
    from (
      select c.*, q.cap, row_number() over (
        partition by c.quest order by c.event_time, c.dedupe_key) as n
      from campaign_credits c
      join jsonb_to_recordset(${JSON.stringify(caps)}::text::jsonb) as q(key text, cap bigint)
        on q.key = c.quest
      where c.campaign_id = ${id} and c.address = ${address}
    ) numbered
    where n <= coalesce(cap, n)
    group by quest order by first_at, quest`.execute(database)
  return rows
}

/** Sums the final credits of an entry: rewards at once are given for nothing less. */
export async function sumFinal(
  database: Database,
  id: string,
  definition: CampaignDefinition,
  address: string,
): Promise<{ points: number; stamps: number }> {
  const credits = sql`select address, quest, points, event_time, dedupe_key from campaign_credits
    where campaign_id = ${id} and address = ${address} and is_final`
  const { rows } = await sql<{ points: number; stamps: number }>`
    ${sumCredits(id, definition, credits)}`.execute(database)
  return rows[0] ?? { points: 0, stamps: 0 }
}

/** A credit with who got it. */
export type CreditActivityRow = {
  address: string
  team: string | null
  quest: string
  points: number
  event_time: Date
  chain_id: number | null
  tx_hash: string | null
  is_final: boolean
}

/** Lists the newest credits of active entries. */
export async function listNewestCredits(
  database: Database,
  id: string,
  limit: number,
): Promise<CreditActivityRow[]> {
  const { rows } = await sql<CreditActivityRow>`
    select c.address, e.team, c.quest, c.points, c.event_time, c.chain_id, c.tx_hash, c.is_final
    from campaign_credits c
    join campaign_entries e on e.campaign_id = c.campaign_id and e.address = c.address
      and e.status = 'active'
    where c.campaign_id = ${id}
    order by c.event_time desc, c.address, c.quest, c.dedupe_key limit ${limit}`.execute(
    database,
  )
  return rows
}

/**
 * Lists names and pictures of entries by address. The account of a contract has the primary name of
 * its network alone.
 */
export async function listPeople(
  database: Database,
  id: string,
  addresses: readonly string[],
  home: { chain_id: number; suffix: string } | undefined,
): Promise<Map<string, { name: string | null; avatar_url: string | null }>> {
  const { rows } = await sql<{
    address: string
    primary_name: string | null
    username: string | null
    avatar_file: string | null
  }>`
    select e.address, u.username, u.avatar_file, (select p.name from primary_names p
      where p.chain_id = ${home?.chain_id ?? -1} and p.account = e.address
        and (e.chain_id is null or e.chain_id = p.chain_id)) as primary_name
    from campaign_entries e
    left join users u on u.address = e.address
      and u.auth_chain_id is not distinct from e.chain_id
    where e.campaign_id = ${id} and e.address = any (${addresses}::text[])`.execute(
    database,
  )
  return new Map(
    rows.map(({ address, primary_name, username, avatar_file }) => [
      address,
      {
        name: primary_name === null ? username : `${primary_name}.${home?.suffix}`,
        avatar_url: avatar_file === null ? null : `/files/${avatar_file}`,
      },
    ]),
  )
}

/** Facts of a wallet that decide whether it may join. */
export async function readGateFacts(
  database: Database,
  { address, chain_id }: { address: string; chain_id: number | null },
): Promise<{
  first_seen: Date | null
  mints: number
  value_wei: string
  owns_name: boolean
  completed: string[]
}> {
  const { rows } = await sql<{
    first_seen: Date | null
    mints: number
    value_wei: string
    owns_name: boolean
    completed: string[] | null
  }>`
    select m.first_seen, m.mints, m.value_wei,
      exists (select from names n where n.owner = ${address}) as owns_name,
      (select array_agg(p.alias) from academy_progress p join users u on u.id = p.user_id
        where u.address = ${address} and u.auth_chain_id is not distinct from ${chain_id}::bigint
          and p.state = 'completed') as completed
    from (select min(time) as first_seen, coalesce(sum(quantity), 0)::bigint as mints,
        coalesce(sum(price_wei * quantity), 0)::text as value_wei
      from mints where minter = ${address}
        and (${chain_id}::bigint is null or chain_id = ${chain_id}::bigint)) m`.execute(
    database,
  )
  const [row] = rows
  if (!row) throw new Error('an aggregate has one row')
  return { ...row, completed: row.completed ?? [] }
}

/** Counts the entries of each team that did not leave; null is without a team. */
export async function countByTeam(
  database: Database,
  id: string,
): Promise<Map<string | null, number>> {
  const { rows } = await sql<{ team: string | null; n: number }>`
    select team, count(*) as n from campaign_entries
    where campaign_id = ${id} and status <> 'left' group by team`.execute(database)
  return new Map(rows.map(({ team, n }) => [team, n]))
}
