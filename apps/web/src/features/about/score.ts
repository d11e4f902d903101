/** What people, tokens and dollars of the last hour put into the trending score. */
export type ScoreParts = { people: number; mints: number; volume: number }

/** The terms of the trending score before anything has faded. */
export function scorePartsOf({ people, mints, volume }: ScoreParts): ScoreParts {
  return {
    people: 10 * Math.log1p(people),
    mints: 4 * Math.log1p(mints),
    volume: 2 * Math.log1p(volume),
  }
}

/** Their sum; null below three people, who are too few for a score. */
export function scoreOf(counted: ScoreParts): number | null {
  if (counted.people < 3) return null
  const { people, mints, volume } = scorePartsOf(counted)
  return people + mints + volume
}
