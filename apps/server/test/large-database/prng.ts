import { type RawBuilder, sql } from 'kysely'

/** Expression of a random number from 0 to below 1, fixed for row `x` and `purpose`. */
export type SqlRandom = (x: RawBuilder<unknown>, purpose: string) => RawBuilder<unknown>

/** Stateless, so that rows can be generated in any order and in one statement. */
export function createSqlRandom(seed: number): SqlRandom {
  return (x, purpose) => sql`((hashint8extended((${x})::bigint,
    ${sql.lit(seed * 1_000_003 + numberOf(purpose))}) & 1099511627775)
    / 1099511627776.0::float8)`
}

function numberOf(purpose: string): number {
  return [...purpose].reduce(
    (number, letter) => (number * 31 + letter.charCodeAt(0)) % 1_000_003,
    0,
  )
}
