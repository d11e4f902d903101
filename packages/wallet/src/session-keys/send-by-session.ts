import type { Hash } from 'viem'
import { isWalletError } from '../errors.ts'
import type { SmartTransaction } from '../smart-account/smart-account.ts'
import { requirePolicy, type SessionClient } from './session-client.ts'
import { readSessionState, type SessionState } from './session-state.ts'

/** By whom a transaction was sent. */
export type SessionSend = { hash: Hash; sentBy: 'session' | 'owner' }

/**
 * Sends by the session key while the session allows it, else by the owner's wallet: where it is
 * expired, closed or used up, where no policy fits, and where the module refuses the transaction
 * because a limit was reached meanwhile. Throws every other error of sending, so that nothing is
 * sent twice.
 */
export async function sendBySession(
  session: SessionClient,
  transaction: SmartTransaction,
  sendByOwner: (transaction: SmartTransaction) => Promise<Hash>,
): Promise<SessionSend> {
  const state = await readSessionState(session.reader, session.account, session.spec)
  const byOwner = async (): Promise<SessionSend> => ({
    hash: await sendByOwner(transaction),
    sentBy: 'owner',
  })
  if (!allows(session, state, transaction)) return byOwner()
  try {
    return { hash: await session.sendTransaction(transaction), sentBy: 'session' }
  } catch (error) {
    if (isRefusedByModule(error)) return byOwner()
    throw error
  }
}

/** Returns whether a session has enough left for the value of a transaction. */
function allows(
  { spec }: SessionClient,
  { status, feesRemaining, callValue, transferValue }: SessionState,
  { to, data = '0x', value = 0n }: SmartTransaction,
): boolean {
  if (status !== 'Active' || feesRemaining === 0n || !to) return false
  try {
    const policy = requirePolicy(spec, to, data)
    const isCall = 'selector' in policy
    const at = isCall
      ? spec.callPolicies.indexOf(policy)
      : spec.transferPolicies.indexOf(policy)
    const left = (isCall ? callValue : transferValue)[at]?.remaining ?? 0n
    return value <= policy.maxValuePerUse && value <= left
  } catch (error) {
    if (isWalletError(error, 'no_policy')) return false
    throw error
  }
}

/** Reasons by which the module refuses a transaction before it is on the chain. */
const refusals =
  /(?:lifetime|allowance) limit exceeded|session is (?:not active|expired)|value exceeds limit|constraint not met|timestamp out of range|(?:call to this contract|transfer to this address) is not allowed|session key validation failed/i

function isRefusedByModule(error: unknown): boolean {
  for (let each: unknown = error; each instanceof Error; each = each.cause)
    if (refusals.test(each.message)) return true
  return false
}
