import type { AchievementClaim, achievementProgress } from '@platemark/api/achievements'
import { Problem } from '@platemark/api/problem'
import type * as z from 'zod/mini'
import type { Achievement } from '../../../configuration/achievements.ts'
import type { AppContext } from '../../../http/app-context.ts'
import type { Session } from '../../../http/session.ts'
import {
  type AchievementUser,
  findAchievementUser,
  hasUncounted,
  listFactBlocks,
} from '../queries/facts.ts'
import {
  type EvidenceBlock,
  findEarned,
  insertClaim,
} from '../queries/user-achievements.ts'
import { evaluateUser, isReached, listDecidingChains, type Progress } from './evaluate.ts'

/** Seconds after which a claim may be decided. */
const RETRY_SECONDS = 60

/**
 * Claims an achievement; a repeated claim returns the first one. Only the id comes from the caller.
 * Throws `achievement_unknown`, `achievement_closed`, `achievement_revoked`,
 * `achievement_not_eligible` with the progress, and `achievement_not_indexed` while an indexer that
 * may decide otherwise is behind.
 */
export async function claimAchievement(
  context: AppContext,
  { user_id }: Session,
  id: string,
): Promise<AchievementClaim> {
  const { database, configuration, clock } = context
  const now = clock()
  const found = configuration.achievements.find((one) => one.id === id && one.enabled)
  if (!found) throw new Problem('achievement_unknown')
  const earned = await findEarned(database, user_id, id)
  if (earned?.claimed_at && !earned.revoked_at)
    return toClaim(id, earned.claimed_at, true)
  if (earned?.revoked_by)
    throw new Problem('achievement_revoked', undefined, {
      data: { reason: earned.revoked_reason },
    })
  requireOpen(found, now)
  const user = await findAchievementUser(database, user_id)
  if (!user) throw new Problem('unauthenticated')
  const blocks = await listBlocks(context, found, user, now)
  const isWaiting = earned !== undefined && earned.revoked_at === null
  // What was earned once stays: the academy may have grown since.
  if (!(isWaiting && found.rule === 'all_lessons')) {
    const progress = (await evaluateUser(context, database, user)).get(id)
    if (progress && !isReached(progress))
      throw await toRefusal(context, { user, progress, blocks })
  }
  const claimed_at = await database
    .transaction()
    .execute((transaction) => insertClaim(transaction, user_id, found, blocks, now))
  if (claimed_at) return toClaim(id, claimed_at, false)
  const first = await findEarned(database, user_id, id)
  return toClaim(id, first?.claimed_at ?? now, true)
}

function requireOpen({ since, until }: Achievement, now: Date): void {
  if (since && now < since) throw new Problem('achievement_unknown')
  if (until && now >= until) throw new Problem('achievement_closed')
}

type DecidingBlock = EvidenceBlock & { is_behind: boolean }

/** Lists the confirmed blocks by which an achievement is decided. */
async function listBlocks(
  context: AppContext,
  achievement: Achievement,
  user: AchievementUser,
  now: Date,
): Promise<DecidingBlock[]> {
  const ids = listDecidingChains(context, achievement, user)
  if (ids.length === 0) return []
  const states = await listFactBlocks(context.database, now)
  return ids.map((chain_id) => {
    const state = states.find((one) => one.chain_id === chain_id)
    return {
      chain_id,
      block_number: state?.confirmed ?? -1,
      is_behind: state?.is_behind ?? true,
    }
  })
}

async function toRefusal(
  { database }: AppContext,
  {
    user,
    progress,
    blocks,
  }: { user: AchievementUser; progress: Progress; blocks: DecidingBlock[] },
): Promise<Problem> {
  const mayChange =
    blocks.some(({ is_behind }) => is_behind) ||
    (blocks.length > 0 && (await hasUncounted(database, user)))
  if (mayChange)
    return new Problem('achievement_not_indexed', undefined, {
      retryAfter: RETRY_SECONDS,
    })
  const data: z.infer<typeof achievementProgress> = {
    progress: progress.count,
    target: progress.target,
  }
  return new Problem('achievement_not_eligible', undefined, { data })
}

function toClaim(
  achievement: string,
  claimed_at: Date,
  already_claimed: boolean,
): AchievementClaim {
  return {
    ...{ achievement, status: 'claimed', already_claimed },
    claimed_at: claimed_at.toISOString(),
  }
}
