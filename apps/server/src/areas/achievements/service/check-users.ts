import type { Database } from '../../../database/database.ts'
import type { AppContext } from '../../../http/app-context.ts'
import {
  confirmClaims,
  deleteUnclaimed,
  listDoubtful,
  takeChecks,
  withdrawClaims,
} from '../queries/checks.ts'
import type { AchievementUser } from '../queries/facts.ts'
import { insertEarned, listEarned } from '../queries/user-achievements.ts'
import { evaluateUser, isReached } from './evaluate.ts'

/** Users in one transaction. */
const BATCH_USERS = 50
const WITHDRAWN = 'The network reorganised and removed the blocks it was earned in.'

type CheckContext = Pick<
  AppContext,
  'academy' | 'chains' | 'clock' | 'configuration' | 'database'
>

/**
 * Looks at queued users: stores what they may claim, withdraws claims whose blocks were replaced,
 * and restores those whose rule is met again. Returns how many users were looked at.
 */
export function checkUsers(context: CheckContext): Promise<number> {
  return context.database.transaction().execute(async (transaction) => {
    const users = await takeChecks(transaction, BATCH_USERS)
    for (const user of users) await checkUser(context, transaction, user)
    return users.length
  })
}

async function checkUser(
  context: CheckContext,
  transaction: Database,
  user: AchievementUser,
): Promise<void> {
  const now = context.clock()
  const progress = await evaluateUser(context, transaction, user)
  const isMet = (id: string) => {
    const found = progress.get(id)
    return found !== undefined && isReached(found)
  }
  const { achievements } = context.configuration
  const met = achievements.filter(({ id, enabled }) => enabled && isMet(id))
  await insertEarned(transaction, user.id, met, now)
  const rows = await listEarned(transaction, user.id)
  // Lessons that are added later take nothing away.
  const lost = achievements.filter(({ id, rule }) => rule !== 'all_lessons' && !isMet(id))
  const unclaimed = rows.filter(({ claimed_at }) => claimed_at === null)
  const ids = (all: { id: string }[]) => all.map(({ id }) => id)
  await deleteUnclaimed(
    transaction,
    user.id,
    ids(lost).filter((id) => unclaimed.some(({ achievement }) => achievement === id)),
  )
  const doubtful = await listDoubtful(transaction, user.id)
  if (doubtful.length === 0) return
  await confirmClaims(transaction, user.id, doubtful.filter(isMet))
  const gone = doubtful.filter((id) => !isMet(id))
  await withdrawClaims(transaction, user.id, gone, { now, reason: WITHDRAWN })
}
