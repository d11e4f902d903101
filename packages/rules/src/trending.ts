/**
 * The parameters of the trending score, for the server and for the page that explains it. The
 * score is `people ln(1+U) + mints ln(1+M) + volume ln(1+V)`, where U are distinct minters, M
 * tokens and V USD.
 */
export const trendingRules = {
  /** The factor of each logarithm. */
  weights: { people: 10, mints: 4, volume: 2 },
  /** A collection with fewer distinct minters has no score. */
  minPeople: 3,
  /** The most that one minter counts for, the newest mints first: tokens, and USD. */
  maxTokens: 5,
  maxUsd: 200,
  /** Older mints count nothing. */
  windowHours: 24,
  /** A mint of this age counts half. */
  halfLifeHours: 12,
}
