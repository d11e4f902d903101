import { type Selectable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'

export type ResultRow = Selectable<Tables['campaign_results']>

/** Finds a published result without its files; undefined: results are not final. */
export async function findResult(
  database: Database,
  id: string,
): Promise<
  | (Omit<ResultRow, 'file' | 'inputs' | 'correction_file'> & {
      bytes: number
    })
  | undefined
> {
  return database
    .selectFrom('campaign_results')
    .select([
      'campaign_id',
      'frozen_at',
      'rows',
      'sha256',
      'last_blocks',
      'correction_at',
      'correction_reason',
      'correction_sha256',
      sql<number>`octet_length(file)`.as('bytes'),
    ])
    .where('campaign_id', '=', id)
    .executeTakeFirst()
}

/** Reads a file of a result; undefined: there is none. */
export async function readResultFile(
  database: Database,
  alias: string,
  column: 'file' | 'inputs' | 'correction_file',
): Promise<string | undefined> {
  const row = await database
    .selectFrom('campaign_results')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_results.campaign_id')
    .select(`campaign_results.${column} as text`)
    .where('campaigns.alias', '=', alias)
    .executeTakeFirst()
  return row?.text ?? undefined
}

/** Inserts the result of a campaign. */
export async function insertResult(
  transaction: Database,
  result: Pick<
    ResultRow,
    'campaign_id' | 'frozen_at' | 'rows' | 'sha256' | 'file' | 'inputs'
  > & {
    last_blocks: Record<string, number>
  },
): Promise<void> {
  await transaction
    .insertInto('campaign_results')
    .values({ ...result, last_blocks: JSON.stringify(result.last_blocks) })
    .execute()
}

/** Deletes a result that is made anew. */
export async function deleteResult(transaction: Database, id: string): Promise<void> {
  await transaction.deleteFrom('campaign_results').where('campaign_id', '=', id).execute()
}

/** Stores a later correction beside the result. */
export async function saveCorrection(
  transaction: Database,
  id: string,
  correction: { at: Date; reason: string; sha256: string; file: string },
): Promise<void> {
  await transaction
    .updateTable('campaign_results')
    .set({
      correction_at: correction.at,
      correction_reason: correction.reason,
      correction_sha256: correction.sha256,
      correction_file: correction.file,
    })
    .where('campaign_id', '=', id)
    .execute()
}

/** An entry with its wallets, as the inputs of a result list it. */
export type InputEntry = {
  address: string
  joined_at: Date
  team: string | null
  status: 'active' | 'left' | 'disqualified'
  wallets: { wallet: string; chain_id: number | null }[]
}

/** Lists every entry with its wallets, by address. */
export async function listInputEntries(
  database: Database,
  id: string,
): Promise<InputEntry[]> {
  const { rows } = await sql<InputEntry>`
    select e.address, e.joined_at, e.team, e.status,
      jsonb_agg(jsonb_build_object('wallet', w.wallet, 'chain_id', w.chain_id)
        order by w.wallet) as wallets
    from campaign_entries e
    join campaign_wallets w on w.campaign_id = e.campaign_id and w.address = e.address
    where e.campaign_id = ${id}
    group by e.address, e.joined_at, e.team, e.status
    order by e.address collate "C"`.execute(database)
  return rows
}

/** Lists the credits of quests that no network records. */
export async function listInternalCredits(
  database: Database,
  id: string,
  quests: readonly string[],
): Promise<{ address: string; quest: string; event_time: Date }[]> {
  const { rows } = await sql<{ address: string; quest: string; event_time: Date }>`
    select address, quest, event_time from campaign_credits
    where campaign_id = ${id} and quest = any (${quests}::text[])
    order by address collate "C", quest collate "C"`.execute(database)
  return rows
}
