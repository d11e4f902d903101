import { type DeploymentContext, toFault } from './deployment-context.ts'
import { followDeployment } from './follow-deployment.ts'
import { type PendingDeployment, pendingDeployments } from './pending-deployments.ts'
import { isOnItsWay } from './pending-requests.ts'
import { requestPending } from './request-pending.ts'
import { deploymentCall, type PreparedDeployment } from './send-deployment.ts'

/**
 * Requests the transaction from the wallet; undefined when the session ended before. A draft whose
 * request is declined opens again.
 */
export async function requestDeployment(
  session: DeploymentContext,
  prepared: PreparedDeployment,
): Promise<PendingDeployment | undefined> {
  const { draftId, account, signal } = session
  const { contract, collection, deadline } = prepared
  const isFollowing = () => isOnItsWay(session.followed?.deployment.sent)
  const openDeclined = async (error: unknown) => {
    // The server refuses where it may still be mined: it stays closed until its deadline.
    const fault = toFault(error)
    if (fault.kind === 'refused' && fault.refusal.kind === 'rejected')
      await session.decline?.(collection).catch(() => undefined)
  }
  const sent = requestPending(session, deploymentCall(prepared, account), {
    store: pendingDeployments,
    toRecord: (request) => ({ ...request, draftId, collection, deadline }),
    // A hint for other devices; the event is found without it.
    onSent: ({ hash }) => void session.report(hash).catch(() => undefined),
    onLateSent(sent) {
      if (signal.aborted || isFollowing()) return
      followDeployment(session, { prepared: { contract, collection, deadline }, sent })
    },
    onLateFailure(error) {
      if (session.isSending || isFollowing()) return
      session.show({ fault: toFault(error) })
      void openDeclined(error).then(session.onChanged)
    },
  })
  return sent.catch(async (error: unknown) => {
    await openDeclined(error)
    throw error
  })
}
