import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { rows } from '../../../database/rows.ts'
import type { NameEvent, NamePayload } from '../name-events.ts'

type EventRow = {
  block_number: number
  log_index: number
  kind: NamePayload['kind']
  name: string | null
  account: string | null
  data: object
  tx_hash: string
  time: Date
}

/** Stores events, and returns the test for those that were not stored before. */
export async function insertNameEvents(
  transaction: Database,
  chainId: number,
  events: readonly NameEvent[],
): Promise<(event: NameEvent) => boolean> {
  if (events.length === 0) return () => false
  const values = events.map((event) => ({
    block_number: event.block,
    log_index: event.logIndex,
    kind: event.kind,
    name: event.name,
    account: event.kind === 'primary' ? event.account : null,
    data: event.data,
    tx_hash: event.transaction,
    time: event.time,
  }))
  const { rows: stored } = await sql<{ block_number: number; log_index: number }>`
    insert into name_events (chain_id, block_number, log_index, kind, name, account, data,
      tx_hash, time)
    select ${chainId}, x.* from jsonb_to_recordset(${rows(values)}) as x (
      block_number bigint, log_index integer, kind text, name text, account text, data jsonb,
      tx_hash text, time timestamptz)
    on conflict do nothing
    returning block_number, log_index`.execute(transaction)
  const isNew = new Set(stored.map((one) => `${one.block_number} ${one.log_index}`))
  return ({ block, logIndex }) => isNew.has(`${block} ${logIndex}`)
}

/** Deletes the events above a block; returns the names and accounts that they changed. */
export async function deleteNameEventsAbove(
  transaction: Database,
  chainId: number,
  blockNumber: number,
): Promise<{ names: string[]; accounts: string[] }> {
  const deleted = await transaction
    .deleteFrom('name_events')
    .where('chain_id', '=', chainId)
    .where('block_number', '>', blockNumber)
    .returning(['name', 'account'])
    .execute()
  return {
    names: [...new Set(deleted.flatMap(({ name }) => name ?? []))],
    accounts: [...new Set(deleted.flatMap(({ account }) => account ?? []))],
  }
}

/** Lists all events of names in the order of the chain. */
export function listEventsOfNames(
  database: Database,
  chainId: number,
  names: string[],
): Promise<NameEvent[]> {
  return list(database, chainId, 'name', names)
}

/** Lists all changes of the primary names of accounts in the order of the chain. */
export function listEventsOfAccounts(
  database: Database,
  chainId: number,
  accounts: string[],
): Promise<NameEvent[]> {
  return list(database, chainId, 'account', accounts)
}

async function list(
  database: Database,
  chainId: number,
  column: 'name' | 'account',
  values: string[],
): Promise<NameEvent[]> {
  if (values.length === 0) return []
  const { rows: found } = await sql<EventRow>`
    select block_number, log_index, kind, name, account, data, tx_hash, time
    from name_events
    where chain_id = ${chainId} and ${sql.ref(column)} = any(${values}::text[])
    order by block_number, log_index`.execute(database)
  return found.map(toEvent)
}

/** Kinds of events that the page of a name lists. */
const SHOWN = ['transfer', 'registered', 'primary', 'text', 'address'] as const

/** A transaction that changed a name, with all its events of that name. */
export type NameTransactionRow = {
  tx_hash: string
  block_number: number
  time: Date
  events: Pick<EventRow, 'kind' | 'account' | 'data'>[]
}

/** Lists the transactions that changed a name, newest first, and counts them. */
export async function listNameTransactions(
  database: Database,
  chainId: number,
  name: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: NameTransactionRow[]; total: number }> {
  const where = sql`
    chain_id = ${chainId} and name = ${name} and kind in (${sql.join(SHOWN)})`
  const { rows: found } = await sql<NameTransactionRow>`
    select tx_hash, block_number, min(time) as time,
      jsonb_agg(jsonb_build_object('kind', kind, 'account', account, 'data', data)
        order by log_index) as events
    from name_events where ${where}
    group by tx_hash, block_number
    order by block_number desc, min(log_index) desc
    limit ${limit} offset ${offset}`.execute(database)
  const { rows: counted } = await sql<{ total: number }>`
    select count(distinct (block_number, tx_hash))::integer as total
    from name_events where ${where}`.execute(database)
  return { rows: found, total: counted[0]?.total ?? 0 }
}

/** Finds the prices that were set last, in wei by tier; undefined: none are indexed. */
export async function findPrices(
  database: Database,
  chainId: number,
): Promise<string[] | undefined> {
  const { rows: found } = await sql<{ data: { wei: string[] } }>`
    select data from name_events where chain_id = ${chainId} and kind = 'prices'
    order by block_number desc, log_index desc limit 1`.execute(database)
  return found[0]?.data.wei
}

/** Lists which of these names the registry keeps from being sold. */
export async function listReserved(
  database: Database,
  chainId: number,
  names: string[],
): Promise<string[]> {
  if (names.length === 0) return []
  const { rows: found } = await sql<{ name: string; data: { is_on: boolean } }>`
    select distinct on (name) name, data from name_events
    where chain_id = ${chainId} and name = any(${names}::text[]) and kind = 'reserved'
    order by name, block_number desc, log_index desc`.execute(database)
  return found.flatMap(({ name, data }) => (data.is_on ? name : []))
}

function toEvent(row: EventRow): NameEvent {
  const { kind, name, account, data, block_number, log_index, tx_hash, time } = row
  const place = { block: block_number, logIndex: log_index, transaction: tx_hash, time }
  // Safe: rows are written by `insertNameEvents` only.
  return { kind, name, ...(account && { account }), data, ...place } as NameEvent
}
