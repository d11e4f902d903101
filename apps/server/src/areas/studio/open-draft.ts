import { Problem } from '@platemark/api/problem'
import { getAddress } from 'viem'
import type { Database } from '../../database/database.ts'
import type { AppContext } from '../../http/app-context.ts'
import type { Session } from '../../http/session.ts'
import type { Rights } from '../collections/service.ts'
import { isKnownDropped } from './deployment.ts'
import { findConfirmedNumber, thawDraft } from './queries/deployments.ts'
import { type DraftRow, findDraft, lockDraft } from './queries/drafts.ts'

/**
 * Returns a draft that may be changed, and thaws it if its transaction was dropped.
 * Throws `not_found`, also for other owners', `already_deployed` and
 * `deployment_pending`.
 */
export async function openDraft(
  context: AppContext,
  session: Session,
  id: string,
  rights: Rights = 'owner',
): Promise<DraftRow> {
  const { database } = context
  const found = await findDraft(database, id, session, rights)
  if (!found) throw new Problem('not_found', 'This draft does not exist.')
  if (found.collection_id) throw new Problem('already_deployed')
  if (found.salt === null) return found
  if (!(await isDropped(context, found))) throw pendingDeployment(context, found)
  await thawDraft(database, id, found.salt)
  return openDraft(context, session, id, rights)
}

/** Locks an open draft until the transaction ends; throws as `openDraft` does. */
export async function lockOpenDraft(
  transaction: Database,
  session: Session,
  id: string,
  rights: Rights = 'owner',
): Promise<DraftRow> {
  const locked = await lockDraft(transaction, id, session, rights)
  if (!locked) throw new Problem('not_found', 'This draft does not exist.')
  if (locked.collection_id) throw new Problem('already_deployed')
  if (locked.salt !== null) throw new Problem('deployment_pending')
  return locked
}

/**
 * Returns whether the prepared transaction of a draft can no longer be mined; false while that is
 * not confirmed.
 */
export async function isDropped(
  { database, chains, log }: AppContext,
  draft: DraftRow,
): Promise<boolean> {
  const chain = chains.find(({ id }) => id === draft.chain_id)
  const { predicted_address, deadline } = draft
  if (!chain || !predicted_address || !deadline) return false
  const confirmedNumber = await findConfirmedNumber(database, chain.id)
  try {
    return await isKnownDropped(chain, confirmedNumber, {
      address: getAddress(predicted_address),
      deadline,
    })
  } catch (error) {
    // Unknown is not dropped: the draft stays frozen until the chain responds.
    log.warn({ err: error, chain: chain.alias }, 'prepared deployment check failed')
    return false
  }
}

/**
 * Returns the problem of a frozen draft, which blocks changes until its transaction is
 * mined or dropped.
 */
export function pendingDeployment(
  { clock }: AppContext,
  { deadline }: DraftRow,
): Problem {
  const seconds = deadline ? (deadline.getTime() - clock().getTime()) / 1000 : 0
  return new Problem('deployment_pending', undefined, {
    retryAfter: Math.max(5, Math.ceil(seconds)),
  })
}
