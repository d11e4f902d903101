import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { holdsAlias } from '../../collections/service.ts'

type DraftOwner = { owner: string; chain_id: number }

/** Keeps other transactions from counting drafts of the owner until this one ends. */
export async function lockOwner(
  transaction: Database,
  { owner, chain_id }: DraftOwner,
): Promise<void> {
  const name = `drafts ${chain_id} ${owner}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(
    transaction,
  )
}

/** Counts the drafts of an account on a network that have no collection. */
export async function countDrafts(
  database: Database,
  { owner, chain_id }: DraftOwner,
): Promise<number> {
  const { count } = await database
    .selectFrom('drafts')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('owner', '=', owner)
    .where('chain_id', '=', chain_id)
    .where('collection_id', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Lists the deadlines of an account's held aliases on a network, the next one first. */
export async function findHolds(
  database: Database,
  { owner, chain_id }: DraftOwner,
  now: Date,
  alias?: string,
): Promise<Date[]> {
  const found = await database
    .selectFrom('drafts as d')
    .select('d.deadline')
    .where('d.owner', '=', owner)
    .where('d.chain_id', '=', chain_id)
    .where(holdsAlias(now))
    .$if(alias !== undefined, (query) => query.where('d.alias', '=', alias ?? ''))
    .orderBy('d.deadline')
    .execute()
  return found.flatMap(({ deadline }) => deadline ?? [])
}
