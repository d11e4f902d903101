import { restoreClaimed, revokeClaimed } from '../achievements/service/revoke.ts'
import {
  CommandRefusedError,
  findChainId,
  type OperatorContext,
  withAudit,
} from './operator-context.ts'

/** Achievement of an account; `chain` is the network of a contract's account. */
type Given = { address: string; chain?: string | undefined; achievement: string }

/**
 * Revokes a claimed achievement; its owner reads the reason. Throws `CommandRefusedError` for one
 * that the account does not have.
 */
export async function revokeAchievement(
  context: OperatorContext,
  { reason, ...given }: Given & { reason: string },
): Promise<{ achievement: string }> {
  await change(context, given, { action: 'revoke achievement', reason }, revokeClaimed)
  return { achievement: given.achievement }
}

/** Gives a revoked achievement back. Throws `CommandRefusedError` where none was revoked. */
export async function restoreAchievement(
  context: OperatorContext,
  given: Given,
): Promise<{ achievement: string }> {
  const act = { action: 'restore achievement', reason: '' }
  await change(context, given, act, restoreClaimed)
  return { achievement: given.achievement }
}

async function change(
  context: OperatorContext,
  given: Given,
  { action, reason }: { action: string; reason: string },
  work: typeof revokeClaimed,
): Promise<void> {
  const address = given.address.toLowerCase()
  const { achievement, chain } = given
  const chain_id = chain === undefined ? null : findChainId(context, chain)
  const details = { achievement, ...(chain && { chain }), ...(reason && { reason }) }
  await withAudit(context, { action, address, details }, async (transaction, now) => {
    const key = { address, chain_id, achievement }
    if (await work(transaction, key, { now, by: context.by, reason })) return
    throw new CommandRefusedError(
      action.startsWith('revoke')
        ? `${given.address} has no achievement ${achievement} that could be revoked.`
        : `No achievement ${achievement} of ${given.address} was revoked by an operator.`,
    )
  })
}
