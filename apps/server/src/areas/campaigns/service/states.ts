import type { Database } from '../../../database/database.ts'
import type { AppContext } from '../../../http/app-context.ts'
import { type CampaignRow, lockCampaign, setStatus } from '../queries/campaigns.ts'
import { listOpenNotices } from '../queries/notices.ts'
import { freezeCampaign, listUnsettled, settleCampaign } from './freeze.ts'

const HOUR = 3_600_000

type StateContext = Pick<
  AppContext,
  'database' | 'chains' | 'clock' | 'configuration' | 'log'
>

/**
 * Moves a campaign to the state that its times and networks require, under its lock: a repeated run
 * changes nothing.
 */
export async function advanceCampaign(context: StateContext, id: string): Promise<void> {
  await context.database.transaction().execute(async (transaction) => {
    const row = await lockCampaign(transaction, id)
    if (row) await advance(transaction, context, row)
  })
}

async function advance(
  transaction: Database,
  context: StateContext,
  row: CampaignRow,
): Promise<void> {
  const now = context.clock().getTime()
  const { id, status, starts_at, ends_at, definition } = row
  switch (status) {
    case 'scheduled':
      if (now >= starts_at.getTime()) await setStatus(transaction, id, { status: 'live' })
      return
    case 'live':
    case 'paused':
      if (now >= ends_at.getTime())
        await setStatus(transaction, id, { status: 'settling' })
      return
    case 'settling':
      return settle(transaction, context, row)
    case 'frozen': {
      const { claim_closes_at } = definition
      if (claim_closes_at !== null && now >= Date.parse(claim_closes_at)) {
        await setStatus(transaction, id, { status: 'closed' })
      }
    }
  }
}

async function settle(
  transaction: Database,
  context: StateContext,
  row: CampaignRow,
): Promise<void> {
  const now = context.clock()
  if (row.settled_at === null) {
    if ((await listUnsettled(transaction, context, row)).length > 0) return
    await settleCampaign(transaction, context, row)
    await setStatus(transaction, row.id, { status: 'settling', settled_at: now })
    return
  }
  if (!isReviewed(row, now)) return
  if ((await listOpenNotices(transaction, row.id)).length > 0) return
  const result = await freezeCampaign(transaction, context, row)
  context.log.info({ campaign: row.alias, ...result }, 'campaign result is final')
}

/** Returns whether the review of a settled campaign is over. */
export function isReviewed({ settled_at, definition }: CampaignRow, now: Date): boolean {
  if (settled_at === null) return false
  return now.getTime() >= settled_at.getTime() + definition.review_hours * HOUR
}
