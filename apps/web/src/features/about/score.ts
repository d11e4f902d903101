import { trendingRules } from '@platemark/rules/trending'

/** What people, tokens and dollars of the last hour put into the trending score. */
export type ScoreParts = { people: number; mints: number; volume: number }

/** The terms of the trending score before anything has faded. */
export function computeScoreParts({ people, mints, volume }: ScoreParts): ScoreParts {
  const { weights } = trendingRules
  return {
    people: weights.people * Math.log1p(people),
    mints: weights.mints * Math.log1p(mints),
    volume: weights.volume * Math.log1p(volume),
  }
}

/** Their sum; null below the fewest people that make a score. */
export function computeScore(counted: ScoreParts): number | null {
  if (counted.people < trendingRules.minPeople) return null
  const { people, mints, volume } = computeScoreParts(counted)
  return people + mints + volume
}
