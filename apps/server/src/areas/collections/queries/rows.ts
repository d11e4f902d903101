import { type RawBuilder, sql } from 'kysely'

/**
 * Many rows as one JSON parameter, for `jsonb_to_recordset`: a statement takes 65,535
 * parameters at most, and its plan is the same for one row and a thousand.
 */
export function rows(values: unknown[]): RawBuilder<unknown> {
  return sql`${JSON.stringify(values)}::text::jsonb`
}
