/**
 * What the trending score is made of: the server counts by it, and the page that explains the
 * score says it. The score is `people ln(1+U) + mints ln(1+M) + volume ln(1+V)`, where U are
 * different minters, M tokens and V USD.
 */
export const trendingRules = {
  /** What the logarithm of each term counts for. */
  weights: { people: 10, mints: 4, volume: 2 },
  /** Fewer different minters make no score. */
  fewestPeople: 3,
  /** What one minter counts for at most, the newest first: tokens, and USD. */
  mostTokens: 5,
  mostUsd: 200,
  /** Older mints count nothing. */
  windowHours: 24,
  /** A mint of this age counts half. */
  halfLifeHours: 12,
}
