import { type Insertable, sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import type { Tables } from '../../../tables.ts'

/** Audited operator command. */
export type AuditLine = {
  at: Date
  by: string
  action: string
  chain_id: number | null
  address: string | null
  details: Record<string, unknown>
}

export async function insertAuditLine(
  transaction: Database,
  { details, ...line }: AuditLine,
): Promise<void> {
  const values: Insertable<Tables['moderation_audit']> = {
    ...line,
    details: JSON.stringify(details),
  }
  await transaction.insertInto('moderation_audit').values(values).execute()
}

/** Lists audit lines, newest first. */
export async function listAuditLines(
  database: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<(AuditLine & { id: number })[]> {
  const { rows } = await sql<AuditLine & { id: number }>`
    select * from moderation_audit order by id desc
    limit ${limit} offset ${offset}`.execute(database)
  return rows
}
