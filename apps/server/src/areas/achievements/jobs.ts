import { every } from '../../every.ts'
import type { AppContext } from '../../http/app-context.ts'
import { findHome } from '../names/service/home.ts'
import { deleteOldEvidence } from './queries/checks.ts'
import { collectMarks } from './queries/collect-marks.ts'
import { checkUsers } from './service/check-users.ts'

const ROUND_MS = 2000
/** Batches of one kind in a round, so that a backfill leaves room for the rest. */
const MAX_BATCHES = 20
/** Age from which a claim stays whatever happens to its blocks. */
const FINAL_MS = 86_400_000

/**
 * Starts the job that collects facts of confirmed blocks and finds what users may claim, every two
 * seconds. The returned function stops it.
 */
export function startAchievementJobs(context: AppContext): () => Promise<void> {
  return every(ROUND_MS, async () => {
    try {
      await updateAchievements(context)
    } catch (error) {
      context.log.warn({ err: error }, 'achievements could not be updated')
    }
  })
}

/** Does one round of the job. */
export async function updateAchievements(context: AppContext): Promise<void> {
  const { database, chains, clock } = context
  const homeChainId = findHome(context)?.chain.id
  for (const { id: chainId } of chains.filter(({ contracts }) => contracts)) {
    let batches = 0
    while (
      batches < MAX_BATCHES &&
      (await collectMarks(database, { chainId, homeChainId }))
    )
      batches += 1
  }
  let batches = 0
  while (batches < MAX_BATCHES && (await checkUsers(context)) > 0) batches += 1
  await deleteOldEvidence(database, new Date(clock().getTime() - FINAL_MS))
}
