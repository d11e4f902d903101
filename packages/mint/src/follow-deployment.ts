import { collectionFactoryAbi } from '@platemark/abi/collection-factory'
import type { DeploymentFault } from '@platemark/rules/deployment-messages'
import { anySignal } from './abort-signals.ts'
import type { DeploymentContext, Followed } from './deployment-context.ts'
import { findCreation, hasCode, hasCreated, readTime } from './find-deployment.ts'
import { monitorBlock } from './monitor-transaction.ts'
import { type PendingDeployment, pendingDeployments } from './pending-deployments.ts'
import { isOnItsWay, isUnanswered } from './pending-requests.ts'
import { pause } from './read-contract.ts'
import type { TransactionReceipt } from './receipt.ts'
import { findRevertReason, toSentAttempt, trackPending } from './track-pending.ts'
import type { TransactionEnd } from './track-transaction.ts'

export function stopFollowing(session: DeploymentContext): void {
  session.followed?.stop.abort()
  session.followed = null
}

/** Follows a deployment, in place of an earlier one, until it ended. */
export function followDeployment(session: DeploymentContext, deployment: Followed): void {
  const { followed } = session
  const { prepared, sent } = deployment
  const isSame =
    followed?.deployment.prepared.collection === prepared.collection &&
    followed.deployment.sent?.hash === sent?.hash
  if (isSame) return
  stopFollowing(session)
  const stop = new AbortController()
  session.followed = { deployment, stop }
  const { collection, deadline } = prepared
  session.show({
    prepared: { collection, deadline },
    attempt: sent && isOnItsWay(sent) ? toSentAttempt(sent) : null,
    isUnanswered: isUnanswered(sent) && !session.isSending,
  })
  void followToEnd(session, deployment, anySignal(stop.signal, session.signal))
}

async function followToEnd(
  session: DeploymentContext,
  deployment: Followed,
  signal: AbortSignal,
): Promise<void> {
  const { prepared, sent } = deployment
  const watched = watchCreation(session, deployment, signal)
  const isTracked = sent && isOnItsWay(sent)
  const tracked = isTracked ? track(session, sent, signal) : new Promise<never>(() => {})
  const end = await Promise.race([watched, tracked])
  if (!end || signal.aborted) return
  if (end.end === 'created') return finish(session, deployment, end.receipt)
  if (end.end === 'expired') return expire(session, sent)
  if (end.end === 'mined' && hasCreated(end.receipt, prepared)) {
    return finish(session, deployment, end.receipt)
  }
  if (!sent) return
  // A transaction that came too late reverts, and is seen as such before or after its time.
  if (end.end === 'reverted' && (await isPast(session, deployment))) {
    return expire(session, sent)
  }
  await pendingDeployments.remove(sent)
  if (signal.aborted) return
  const fault = await toEndFault(session, end)
  // The draft stays prepared: it can be sent again, or may be sent elsewhere.
  followDeployment(session, { prepared, sent: null })
  session.show({ fault })
  session.onChanged()
}

async function toEndFault(
  session: DeploymentContext,
  end: TransactionEnd,
): Promise<DeploymentFault> {
  if (end.end === 'mined') return { kind: 'nothing' }
  if (end.end !== 'reverted') return { kind: 'ended', end: end.end, reason: null }
  const reason = await findRevertReason(end.receipt, session, collectionFactoryAbi)
  return { kind: 'ended', end: 'reverted', reason }
}

function track(
  { rpc, show, report, pollMs, patienceMs }: DeploymentContext,
  sent: PendingDeployment,
  signal: AbortSignal,
): Promise<TransactionEnd | undefined> {
  return trackPending(sent, {
    ...{ rpc, show, signal, pollMs, patienceMs, store: pendingDeployments },
    onReplaced: (hash) => void report(hash).catch(() => undefined),
  })
}

type WatchEnd =
  | { end: 'created'; receipt: TransactionReceipt | undefined }
  | { end: 'expired' }

/** Watches the chain until the collection exists, or can no longer be created. */
async function watchCreation(
  { rpc, blockTag, pollMs = 1000 }: DeploymentContext,
  { prepared, sent }: Followed,
  signal: AbortSignal,
): Promise<WatchEnd | undefined> {
  for (; !signal.aborted; await pause(pollMs * 4, signal)) {
    try {
      // Read in this order: a block may be mined between the two.
      const now = await readTime(rpc, blockTag)
      if (await hasCode(rpc, prepared.collection)) {
        const receipt = await findCreation(rpc, prepared, sent?.sinceBlock ?? null)
        return { end: 'created', receipt }
      }
      if (now > prepared.deadline) return { end: 'expired' }
    } catch {
      // A node that does not answer is asked again.
    }
  }
  return undefined
}

/** Returns whether the chain's time is past its deadline; false where no node answers. */
export async function isPast(
  { rpc, blockTag }: DeploymentContext,
  { prepared: { deadline } }: Followed,
): Promise<boolean> {
  const now = await readTime(rpc, blockTag).catch(() => deadline)
  return now > deadline
}

/** Ends a deployment whose deadline has passed, and shows why. */
export async function expire(
  session: DeploymentContext,
  sent: PendingDeployment | null,
): Promise<void> {
  stopFollowing(session)
  if (sent) await pendingDeployments.remove(sent)
  session.show({
    ...{ attempt: null, prepared: null, isUnanswered: false },
    fault: { kind: 'expired', wasSent: isOnItsWay(sent) },
  })
  session.onChanged()
}

/**
 * Shows the collection of a deployment that the server knows to be created, before its own watch
 * sees that; false where no node has its code.
 */
export async function showCreated(
  session: DeploymentContext,
  deployment: Followed,
): Promise<boolean> {
  const { rpc } = session
  const { prepared, sent } = deployment
  try {
    if (!(await hasCode(rpc, prepared.collection))) return false
    const receipt = await findCreation(rpc, prepared, sent?.sinceBlock ?? null)
    if (session.isCreated || session.signal.aborted) return true
    stopFollowing(session)
    void finish(session, deployment, receipt)
    return true
  } catch {
    return false
  }
}

/** Shows the created collection, and follows it again where a reorg takes it back. */
async function finish(
  session: DeploymentContext,
  { prepared, sent }: Followed,
  receipt: TransactionReceipt | undefined,
): Promise<void> {
  const { rpc, depth, signal, pollMs } = session
  const { collection } = prepared
  session.isCreated = true
  session.show({
    ...{ attempt: null, prepared: null, fault: null, isUnanswered: false },
    created: {
      collection,
      hash: receipt?.transactionHash ?? null,
      blockNumber: receipt ? BigInt(receipt.blockNumber) : null,
    },
  })
  session.onChanged()
  const how = { rpc, signal, ...(pollMs !== undefined && { pollMs }) }
  const found = receipt && (await monitorBlock(receipt, depth, how))
  if (signal.aborted) return
  if (found !== 'gone') {
    if (sent) await pendingDeployments.remove(sent)
    return
  }
  session.isCreated = false
  session.followed = null
  session.show({ created: null })
  followDeployment(session, { prepared, sent })
}
