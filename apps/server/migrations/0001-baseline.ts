import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'

/** Areas in the order in which they refer to each other. */
const areas = [
  'users',
  'chains',
  'collections',
  'discovery',
  'stats',
  'studio',
  'moderation',
  'earnings',
  'names',
  'academy',
  'badges',
  'achievements',
  'campaigns',
]

/** Creates every table, index and trigger of an empty database. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const area of areas) {
    const file = join(import.meta.dirname, '0001-baseline', `${area}.sql`)
    for (const statement of splitStatements(readFileSync(file, 'utf8'))) {
      await sql.raw(statement).execute(database)
    }
  }
}

/** Splits at semicolons before an empty line: bodies of functions have none. */
function splitStatements(text: string): string[] {
  return text.trim().split(/;\n\n+/)
}
