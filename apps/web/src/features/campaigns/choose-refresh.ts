import type { CampaignDetail } from '@platemark/api/campaigns'
import { findActiveEntry } from './active-entry.ts'

/** Milliseconds between two reads of a campaign while the page is visible. */
export const REFRESH_MS = 30_000

/** Milliseconds between two reads while a new entry has no credit: one run of the server's job. */
const NEW_ENTRY_MS = 2_000

/** Age of an entry in milliseconds up to which its first credits are looked for. */
const NEW_ENTRY_AGE_MS = 10_000

type RefreshFacts = Pick<CampaignDetail, 'me' | 'server_time'>

/**
 * Returns the milliseconds until the next read of a campaign. What an account did before it joined is
 * credited within seconds, so that a new entry without credits is read again soon, a few times.
 */
export function chooseRefreshMs(campaign: RefreshFacts | undefined): number {
  if (!campaign) return REFRESH_MS
  const entry = findActiveEntry(campaign)
  if (!entry?.joined_at || entry.stamps.length > 0) return REFRESH_MS
  const age = Date.parse(campaign.server_time) - Date.parse(entry.joined_at)
  return age < NEW_ENTRY_AGE_MS ? NEW_ENTRY_MS : REFRESH_MS
}
