import type { CampaignCard, CampaignStatus } from '@platemark/api/campaigns'
import { Problem } from '@platemark/api/problem'
import type { AppContext } from '../../../http/app-context.ts'
import { type CampaignRow, findCampaign, listByStatus } from '../queries/campaigns.ts'

const shown = {
  live: ['live', 'paused', 'settling'],
  scheduled: ['scheduled'],
  past: ['frozen', 'closed', 'cancelled'],
} as const satisfies Record<string, readonly CampaignStatus[]>

/** Lists the published campaigns, of one group of states or all. */
export async function listCampaigns(
  { database }: Pick<AppContext, 'database'>,
  group?: keyof typeof shown,
): Promise<CampaignCard[]> {
  const statuses = group ? shown[group] : Object.values(shown).flat()
  const rows = await listByStatus(database, statuses)
  return rows.map((row) => toCampaignCard(row, row.participants))
}

/** Returns the card of a campaign. */
export function toCampaignCard(
  { definition, status, alias }: CampaignRow,
  participants: number,
): CampaignCard {
  const { title, tagline, template, series, season, starts_at, ends_at, cover } =
    definition
  return {
    ...{ alias, title, tagline, template, series, season, status },
    starts_at: new Date(starts_at).toISOString(),
    ends_at: new Date(ends_at).toISOString(),
    ...{ cover, participants },
  }
}

/** Finds a published campaign. Throws `campaign_not_found`; a draft is none yet. */
export async function requireCampaign(
  { database }: Pick<AppContext, 'database'>,
  alias: string,
): Promise<CampaignRow> {
  const row = await findCampaign(database, alias)
  if (!row || row.status === 'draft') throw new Problem('campaign_not_found')
  return row
}

/** Returns whether joining is possible at a time, before the conditions of joining. */
export function isJoinable({ status, definition }: CampaignRow, now: Date): boolean {
  const { starts_at, ends_at, join_opens_at, join_closes_at } = definition
  if (status !== 'scheduled' && status !== 'live') return false
  const opens = Date.parse(join_opens_at ?? starts_at)
  const closes = Date.parse(join_closes_at ?? ends_at)
  return now.getTime() >= opens && now.getTime() < closes
}
