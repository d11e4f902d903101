import type { CallFault } from '@platemark/rules/call-messages'
import { anySignal } from './abort-signals.ts'
import type { CallContext } from './call-context.ts'
import { monitorBlock, monitorMissing } from './monitor-transaction.ts'
import { type PendingCall, pendingCalls } from './pending-calls.ts'
import { isOnItsWay, isUnanswered } from './pending-requests.ts'
import type { TransactionReceipt } from './receipt.ts'
import { findRevertReason, toSentAttempt, trackPending } from './track-pending.ts'
import type { TransactionEnd } from './track-transaction.ts'

/** Returns whether a transaction is in a block, or ended otherwise. */
export function isFree({ followed }: CallContext): boolean {
  return !followed || followed.isMined || !isOnItsWay(followed.sent)
}

/** Ends the tracking of the transaction that is followed. */
export function stopFollowingCall(session: CallContext): void {
  session.followed?.stop.abort()
  session.followed = null
}

/** Follows a transaction, in place of an earlier one, until its end is final. */
export function followCall(session: CallContext, sent: PendingCall): void {
  const { followed, signal } = session
  if (signal.aborted) return
  const isSame = followed?.sent.sentAt === sent.sentAt && followed.sent.hash === sent.hash
  if (isSame) return
  stopFollowingCall(session)
  const stop = new AbortController()
  session.followed = { sent, isMined: false, stop }
  session.show({
    attempt: isOnItsWay(sent) && !sent.isMined ? toSentAttempt(sent) : null,
    ...{ label: sent.label, done: sent.done ?? null, fault: null, mined: null },
    isUnanswered: isUnanswered(sent) && !session.isSending,
  })
  void followToEnd(session, sent, anySignal(stop.signal, signal))
}

async function followToEnd(
  session: CallContext,
  sent: PendingCall,
  signal: AbortSignal,
): Promise<void> {
  const { findEffect } = session
  // Without a hash nothing but its effect is to be found.
  if (!isOnItsWay(sent) && !findEffect) return
  const end = await track(session, sent, signal)
  if (!end || signal.aborted) return
  if (end.end === 'mined') return finish(session, sent, end.receipt, signal)
  await pendingCalls.remove(sent)
  if (signal.aborted) return
  if (!isOnItsWay(sent)) return session.show({ isUnanswered: false })
  const isReverted = end.end === 'reverted'
  const reason = isReverted
    ? await findRevertReason(end.receipt, session, session.abi)
    : null
  if (signal.aborted) return
  const fault: CallFault = { kind: 'ended', end: end.end, reason }
  session.followed = null
  session.show({ attempt: null, fault })
  if ('receipt' in end) return session.onChanged(end.receipt, sent.label)
  await awaitReturn(session, { ...sent, hash: end.hash, nonce: end.nonce })
}

function track(
  { rpc, show, pollMs, patienceMs, findEffect }: CallContext,
  sent: PendingCall,
  signal: AbortSignal,
): Promise<TransactionEnd | undefined> {
  const isSent = isOnItsWay(sent)
  return trackPending(sent, {
    ...{ rpc, signal, pollMs, patienceMs, store: pendingCalls },
    show: (changes) => {
      if (isSent) show(changes)
    },
    findEffect: findEffect && (() => findEffect(sent.sinceBlock)),
  })
}

/** Follows a transaction again that counted as dropped, where a node knows it after all. */
async function awaitReturn(session: CallContext, sent: PendingCall): Promise<void> {
  const { rpc, signal, pollMs } = session
  const found = await monitorMissing(sent, {
    ...{ rpc, signal, isBusy: () => session.isSending },
    ...(pollMs !== undefined && { pollMs }),
  })
  if (found !== 'gone' || session.followed || session.isSending) return
  await pendingCalls.save(sent)
  followCall(session, sent)
}

/** Milliseconds between reads of the head for a transaction in a block. */
const CONFIRMATION_POLL_MS = 4_000

/** Shows a mined transaction, and follows it again where a reorg takes it back. */
async function finish(
  session: CallContext,
  sent: PendingCall,
  receipt: TransactionReceipt,
  signal: AbortSignal,
): Promise<void> {
  const { rpc, depth, show, pollMs = CONFIRMATION_POLL_MS } = session
  const mined = { ...sent, hash: receipt.transactionHash, isMined: true }
  if (session.followed) Object.assign(session.followed, { sent: mined, isMined: true })
  const showConfirmations = (count: number) =>
    show({ mined: { receipt, depth, confirmations: Math.min(count, depth) } })
  show({ attempt: null, fault: null, isUnanswered: false })
  showConfirmations(0)
  session.onChanged(receipt, sent.label)
  await pendingCalls.update(mined)
  const found = await monitorBlock(receipt, depth, {
    ...{ rpc, signal, pollMs },
    onConfirmations: showConfirmations,
  })
  if (signal.aborted) return
  if (found !== 'gone') {
    await pendingCalls.remove(mined)
    return found === 'safe' ? showConfirmations(depth) : undefined
  }
  const again = { ...mined, isMined: false }
  await pendingCalls.update(again)
  stopFollowingCall(session)
  session.onChanged(receipt, sent.label)
  followCall(session, again)
}
