import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Notifies the listeners of a channel after the commit. Each text is shorter than 8,000
 * bytes and has no line breaks.
 */
export async function notify(
  transaction: Database,
  channel: string,
  texts: string[],
): Promise<void> {
  if (texts.length === 0) return
  await sql`
    select pg_notify(${channel}::text, x.text)
    from unnest(string_to_array(${texts.join('\n')}::text, E'\\n')) as x(text)`.execute(
    transaction,
  )
}
