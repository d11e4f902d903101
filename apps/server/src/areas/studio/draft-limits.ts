import { Problem } from '@platemark/api/problem'
import type { Database } from '../../database/database.ts'
import type { AppContext } from '../../http/app-context.ts'
import { countDrafts, findHolds, lockOwner } from './queries/draft-limits.ts'

/** Account and network whose drafts are bounded, because drafts and aliases cost nothing. */
export type DraftOwner = { owner: string; chain_id: number }

/**
 * Refuses one more draft of an account on a network. Throws `too_many_drafts`. Concurrent
 * calls wait for each other until their transactions end, so that the bound is exact.
 */
export async function refuseMoreDrafts(
  { configuration: { limits } }: AppContext,
  transaction: Database,
  owner: DraftOwner,
): Promise<void> {
  await lockOwner(transaction, owner)
  const most = limits.drafts_per_account
  if ((await countDrafts(transaction, owner)) < most) return
  throw new Problem(
    'too_many_drafts',
    `This wallet has ${most} drafts on this network, which is the maximum. Delete or deploy one first.`,
  )
}

/**
 * Refuses one more prepared deployment with an alias. Throws `too_many_drafts` with the
 * time at which the first alias is free again.
 */
export async function refuseMoreHolds(
  { configuration: { limits }, clock }: AppContext,
  transaction: Database,
  owner: DraftOwner,
): Promise<void> {
  await lockOwner(transaction, owner)
  const now = clock()
  const most = limits.held_aliases_per_account
  const deadlines = await findHolds(transaction, owner, now)
  const [first] = deadlines
  if (!first || deadlines.length < most) return
  throw new Problem(
    'too_many_drafts',
    `This wallet has ${most} deployments with a page address waiting on this network, which is the maximum. Send one of their transactions, or wait until ${formatDeadline(first)}.`,
    { retryAfter: Math.max(1, Math.ceil((first.getTime() - now.getTime()) / 1000)) },
  )
}

/** Returns a deadline for a sentence: `14:05 UTC`. */
export function formatDeadline(time: Date): string {
  return `${time.toISOString().slice(11, 16)} UTC`
}
