import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Lets statements of this transaction run longer than those of a page may. */
export async function liftStatementTimeout(transaction: Database): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction)
}
