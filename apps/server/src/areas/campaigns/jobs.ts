import { every } from '../../every.ts'
import type { AppContext } from '../../http/app-context.ts'
import { listByStatus } from './queries/campaigns.ts'
import { runCampaign } from './service/run.ts'
import { advanceCampaign } from './service/states.ts'

const RUN_MS = 2000

/**
 * Starts the job that moves campaigns to the states of their times and credits what was indexed, every
 * two seconds. The returned function stops it.
 */
export function startCampaignJobs(context: AppContext): () => Promise<void> {
  return every(RUN_MS, () => runCampaigns(context))
}

/** Runs every campaign once; one that fails does not stop the others. */
export async function runCampaigns(context: AppContext): Promise<void> {
  const { database, log } = context
  try {
    const rows = await listByStatus(database, [
      'scheduled',
      'live',
      'paused',
      'settling',
      'frozen',
    ])
    for (const { id, alias, status } of rows) {
      try {
        await advanceCampaign(context, id)
        if (status !== 'frozen') await runCampaign(context, id)
      } catch (error) {
        log.error({ err: error, campaign: alias }, 'campaign could not be counted')
      }
    }
  } catch (error) {
    log.error({ err: error }, 'campaigns could not be listed')
  }
}
