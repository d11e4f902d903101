import { createHash } from 'node:crypto'

/** A ranked participant, as the result lists it. */
export type RankedRow = {
  rank: number | null
  address: string
  team: string | null
  points: number
  last_credit_at: Date | null
}

/**
 * Returns the published result: a header, then a row of each ranked participant by place, with line
 * feeds, in UTF-8. Addresses are lower case, times ISO-8601 UTC; no cell needs quotes.
 */
export function formatResult(rows: readonly RankedRow[]): string {
  const lines = rows.map(({ rank, address, team, points, last_credit_at }) =>
    [rank ?? '', address, team ?? '', points, last_credit_at?.toISOString() ?? ''].join(
      ',',
    ),
  )
  return ['rank,address,team,points,last_credit_at', ...lines, ''].join('\n')
}

/** Returns the SHA-256 of a text in UTF-8, in hex. */
export function hashText(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
