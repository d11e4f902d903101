type Condition = {
  min_points?: number | undefined
  min_stamps?: number | undefined
  rank_max?: number | undefined
  team_rank_max?: number | undefined
}

/** A reward of a campaign, as far as its medal depends on it. */
type MedalReward = { condition: Condition }

/** Motifs of medals for thresholds, from the lowest to the highest. */
const motifs = {
  points: { bronze: 'first_mint', silver: 'streak_7', gold: 'creator_sold_out' },
  stamps: { bronze: 'collector_10', silver: 'explorer_3', gold: 'explorer_8' },
} as const

/**
 * Returns the path of the medal of a reward without a picture of its own: gold for a place; else by
 * its threshold among those of the campaign, bronze for the lowest and gold for the highest of
 * several. `rewards` are all of the campaign. A locked one is an outline.
 */
export function getRewardMedal(
  { condition }: MedalReward,
  rewards: readonly MedalReward[],
  { isLocked = false }: { isLocked?: boolean } = {},
): string {
  const suffix = isLocked ? '-locked' : ''
  if (isByPlace(condition)) {
    const motif = condition.team_rank_max === undefined ? 'explorer_8' : 'collector_50'
    return `/marks/medals/gold/${motif}${suffix}.svg`
  }
  const unit = condition.min_stamps === undefined ? 'points' : 'stamps'
  const thresholds = rewards
    .filter((one) => !isByPlace(one.condition))
    .map((one) => getThreshold(one.condition))
    .sort((one, other) => one - other)
  const place = thresholds.indexOf(getThreshold(condition))
  const tier =
    thresholds.length === 1
      ? 'silver'
      : place <= 0
        ? 'bronze'
        : place === thresholds.length - 1
          ? 'gold'
          : 'silver'
  return `/marks/medals/${tier}/${motifs[unit][tier]}${suffix}.svg`
}

function isByPlace({ rank_max, team_rank_max }: Condition): boolean {
  return rank_max !== undefined || team_rank_max !== undefined
}

function getThreshold({ min_stamps, min_points }: Condition): number {
  return min_stamps ?? min_points ?? 0
}
