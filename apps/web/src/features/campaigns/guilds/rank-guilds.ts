import type { CampaignTeam } from '@platemark/api/campaigns'

/** A guild in the order of the standings. */
export type RankedGuild = CampaignTeam & {
  /** Share of the best score, 0 to 1. */
  share: number
}

/** Sorts guilds by place; those without a place stand last, by name. */
export function rankGuilds(teams: readonly CampaignTeam[]): RankedGuild[] {
  const best = Math.max(1, ...teams.map(({ points }) => points))
  return [...teams]
    .sort(
      (one, other) =>
        (one.position ?? Infinity) - (other.position ?? Infinity) ||
        other.points - one.points ||
        one.name.localeCompare(other.name, 'en'),
    )
    .map((team) => ({ ...team, share: Math.max(0, team.points / best) }))
}

/** Keeps the order in which guilds were first shown, also where an answer has another one. */
export function keepOrder(
  teams: readonly CampaignTeam[],
  order: readonly string[],
): CampaignTeam[] {
  const place = (alias: string) => {
    const at = order.indexOf(alias)
    return at < 0 ? order.length : at
  }
  return [...teams].sort((one, other) => place(one.alias) - place(other.alias))
}

/** Returns a list in an order of chance (Fisher and Yates); `random` is from 0 to below 1. */
export function shuffle<One>(list: readonly One[], random: () => number): One[] {
  const left = [...list]
  return list.flatMap(() => left.splice(Math.floor(random() * left.length), 1))
}
