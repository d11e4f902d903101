import { deferHydration } from '../../../ui/deferred-hydration.tsx'
import type { ShownCampaign } from '../use-campaign.ts'

const BoardSection = deferHydration(
  async () => (await import('./board-section.tsx')).BoardSection,
)

/** The leaderboard, whose scripts load after the rest of the page. */
export function LazyBoard(shown: ShownCampaign) {
  return <BoardSection campaign={shown.campaign} user={shown.user} />
}
