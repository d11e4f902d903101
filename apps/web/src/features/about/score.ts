import { trendingRules } from '@platemark/rules/trending'

/** Contribution of minters, tokens and volume of the last hour to the trending score. */
export type ScoreParts = { people: number; mints: number; volume: number }

/** Returns the terms of the trending score before decay. */
export function computeScoreParts({ people, mints, volume }: ScoreParts): ScoreParts {
  const { weights } = trendingRules
  return {
    people: weights.people * Math.log1p(people),
    mints: weights.mints * Math.log1p(mints),
    volume: weights.volume * Math.log1p(volume),
  }
}

/** Returns the sum of the terms; null below the minimum number of minters. */
export function computeScore(counted: ScoreParts): number | null {
  if (counted.people < trendingRules.minPeople) return null
  const { people, mints, volume } = computeScoreParts(counted)
  return people + mints + volume
}
