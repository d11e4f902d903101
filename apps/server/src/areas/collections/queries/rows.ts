import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database.ts'

/** A statement that writes rows and was not sent yet. */
export type Statement = RawBuilder<unknown>

/**
 * Writes statements of which none touches rows of another, as one: the database is busy for a
 * while then, in which this thread can do something else.
 */
export async function writeTogether(
  transaction: Database,
  statements: Statement[],
): Promise<void> {
  if (statements.length === 0) return
  const parts = statements.map(
    (part, place) => sql`${sql.raw(`part_${place}`)} as (${part})`,
  )
  await sql`with ${sql.join(parts)} select`.execute(transaction)
}

/**
 * Many rows as one JSON parameter, for `jsonb_to_recordset`: a statement takes 65,535
 * parameters at most, and its plan is the same for one row and a thousand.
 */
export function rows(values: unknown[]): RawBuilder<unknown> {
  return sql`${JSON.stringify(values)}::text::jsonb`
}

/**
 * One column of many rows as one parameter, for `unnest`: quicker than `rows` where there are
 * many. Not for texts that anybody wrote: numbers, hexadecimal digits and our own words only.
 */
export function column<Row>(
  type: 'bigint' | 'integer' | 'numeric' | 'text' | 'uuid' | 'double precision',
  values: readonly Row[],
  read: (row: Row) => string | number | null,
): RawBuilder<unknown> {
  const texts = values.map((row) => read(row) ?? 'NULL')
  // An array literal says the same, but takes several times as long to read.
  return sql`string_to_array(${texts.join(',')}::text, ',', 'NULL')::${sql.raw(type)}[]`
}

/**
 * One column of many rows as texts of JSON, for `unnest`; undefined: null. Texts of strangers
 * may be in it: JSON has no line breaks but between its parts.
 */
export function jsonColumn<Row>(
  values: readonly Row[],
  read: (row: Row) => unknown,
): RawBuilder<unknown> {
  const lines = values.map((row) => JSON.stringify(read(row)))
  return sql`string_to_array(${lines.join('\n')}::text, E'\\n', '')`
}

/** Seconds since 1970, for `to_timestamp`. */
export function secondsOf(time: Date): number {
  return time.getTime() / 1000
}
