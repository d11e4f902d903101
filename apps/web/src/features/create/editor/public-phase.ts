import type { DraftPhase } from '@platemark/api/studio'
import { PUBLIC_PHASE_ID } from '@platemark/rules/states'

const DAY_MS = 86_400_000

/**
 * Returns the public phase of a draft that has none yet: without a price, one for each wallet,
 * in a week at the next full hour and for a week. Its times wait to be chosen in the schedule.
 */
export function publicPhase(now: Date): DraftPhase {
  const hour = Math.ceil(now.getTime() / 3_600_000) * 3_600_000
  return {
    phase_id: PUBLIC_PHASE_ID,
    kind: 'public',
    title: 'Public',
    start: new Date(hour + 7 * DAY_MS).toISOString(),
    end: new Date(hour + 14 * DAY_MS).toISOString(),
    price_wei: null,
    max_per_wallet: 1,
    max_supply: null,
  }
}
