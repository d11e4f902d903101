import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** Statement that writes rows and has not been sent yet. */
export type Statement = RawBuilder<unknown>

/** Statement that returns the rows it wrote, so that they can be counted. */
export type CountedStatement = { counted: Statement }

/**
 * Executes independent statements as one query, so that this thread can work while the
 * database is busy. Returns the number of rows written by the counted ones.
 */
export async function executeAsOne(
  transaction: Database,
  statements: (Statement | CountedStatement)[],
): Promise<number> {
  if (statements.length === 0) return 0
  const counts = [sql`0`]
  const parts = statements.map((statement, place) => {
    const name = sql.raw(`part_${place}`)
    if (!('counted' in statement)) return sql`${name} as (${statement})`
    counts.push(sql`(select count(*) from ${name})`)
    return sql`${name} as (${statement.counted})`
  })
  const { rows: sums } = await sql<{ written: number }>`
    with ${sql.join(parts)} select ${sql.join(counts, sql` + `)} as written`.execute(
    transaction,
  )
  return sums[0]?.written ?? 0
}

/**
 * Returns many rows as one JSON parameter for `jsonb_to_recordset`. A statement takes
 * 65,535 parameters at most, and the plan is the same for any number of rows.
 */
export function rows(values: unknown[]): RawBuilder<unknown> {
  return sql`${JSON.stringify(values)}::text::jsonb`
}

/**
 * Returns a column of many rows as one parameter for `unnest`, faster than `rows`. Only
 * for numbers, hexadecimal digits and fixed words, never for untrusted text.
 */
export function column<Row>(
  type: 'bigint' | 'integer' | 'numeric' | 'text' | 'uuid' | 'double precision',
  values: readonly Row[],
  read: (row: Row) => string | number | null,
): RawBuilder<unknown> {
  const texts = values.map((row) => read(row) ?? 'NULL')
  // An array literal is equivalent but takes several times as long to parse.
  return sql`string_to_array(${texts.join(',')}::text, ',', 'NULL')::${sql.raw(type)}[]`
}

/**
 * Returns a column of ids with many repetitions: each id is sent once, each row sends its
 * index. For `unnest` as `x` with the column `x.place`.
 */
export function idColumn<Row>(
  values: readonly Row[],
  read: (row: Row) => string | null,
): { places: RawBuilder<unknown>; id: RawBuilder<unknown> } {
  const known = new Map<string | null, number>()
  const places = column('integer', values, (row) => {
    const id = read(row)
    const place = known.get(id) ?? known.size + 1
    if (place > known.size) known.set(id, place)
    return place
  })
  return { places, id: sql`(${column('uuid', [...known.keys()], (id) => id)})[x.place]` }
}

/**
 * Returns a column of JSON texts for `unnest`; undefined becomes null. Untrusted text is
 * safe, because serialized JSON contains no line breaks.
 */
export function jsonColumn<Row>(
  values: readonly Row[],
  read: (row: Row) => unknown,
): RawBuilder<unknown> {
  const lines = values.map((row) => JSON.stringify(read(row)))
  return sql`string_to_array(${lines.join('\n')}::text, E'\\n', '')`
}

/**
 * Converts a time to microseconds since 1970 as text, with the database's full precision.
 */
export function microseconds(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(extract(epoch from ${column}) * 1000000)::bigint::text`
}

/** Converts the text of `microseconds` back to a time. */
export function fromMicroseconds(text: string | undefined): RawBuilder<unknown> {
  return sql`timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond'`
}

/** Returns the condition that excludes these ids; empty without ids. */
export function excludeIds(
  id: RawBuilder<unknown>,
  ids: readonly string[] = [],
): RawBuilder<unknown>[] {
  return ids.length === 0 ? [] : [sql`${id} <> all(${`{${ids.join(',')}}`}::uuid[])`]
}

/** Converts a time to seconds since 1970, for `to_timestamp`. */
export function toSeconds(time: Date): number {
  return time.getTime() / 1000
}
