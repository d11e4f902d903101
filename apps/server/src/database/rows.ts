import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** A statement that writes rows and was not sent yet. */
export type Statement = RawBuilder<unknown>

/** One that returns the rows that it wrote, so that they can be counted. */
export type CountedStatement = { counted: Statement }

/**
 * Writes statements of which none touches rows of another, as one: the database is busy for a
 * while then, in which this thread can do something else. Answers how many rows those wrote that
 * are to be counted.
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
 * A column of ids of many rows of which few are different: each is sent once, and with every row
 * only its place. For `unnest` as `x`, which must call the places `x.place`.
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

/** A time as microseconds since 1970 in text: as exact as the database keeps it. */
export function microseconds(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(extract(epoch from ${column}) * 1000000)::bigint::text`
}

/** The time that `microseconds` told. */
export function fromMicroseconds(text: string | undefined): RawBuilder<unknown> {
  return sql`timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond'`
}

/** None of these ids, as one parameter; no condition where there are none. */
export function excludeIds(
  id: RawBuilder<unknown>,
  ids: readonly string[] = [],
): RawBuilder<unknown>[] {
  return ids.length === 0 ? [] : [sql`${id} <> all(${`{${ids.join(',')}}`}::uuid[])`]
}

/** Seconds since 1970, for `to_timestamp`. */
export function toSeconds(time: Date): number {
  return time.getTime() / 1000
}
