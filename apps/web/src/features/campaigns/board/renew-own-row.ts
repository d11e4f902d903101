import type { CampaignMe, MemberRow } from '@platemark/api/campaigns'

/**
 * Returns the user's row of a board with place and points of the entry, where the board is of a
 * snapshot that the user was not in yet: a board is read less often than a new entry.
 */
export function renewOwnRow(
  own: MemberRow | null,
  me: Pick<CampaignMe, 'position' | 'team_position' | 'points' | 'stamps'> | null,
): MemberRow | null {
  if (!own || own.position !== null || !me || me.position === null) return own
  const { position, team_position, points, stamps } = me
  return { ...own, position, team_position, points, stamps: stamps.length }
}
