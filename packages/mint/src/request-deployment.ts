import { type DeploymentContext, toFault } from './deployment-context.ts'
import { followDeployment } from './follow-deployment.ts'
import { type PendingDeployment, pendingDeployments } from './pending-deployments.ts'
import { isOnItsWay } from './pending-requests.ts'
import { requestPending } from './request-pending.ts'
import { deploymentCall, type PreparedDeployment } from './send-deployment.ts'

/** Requests the transaction from the wallet; undefined when the session ended before. */
export function requestDeployment(
  session: DeploymentContext,
  prepared: PreparedDeployment,
): Promise<PendingDeployment | undefined> {
  const { draftId, account, signal } = session
  const { contract, collection, deadline } = prepared
  const isFollowing = () => isOnItsWay(session.followed?.deployment.sent)
  return requestPending(session, deploymentCall(prepared, account), {
    store: pendingDeployments,
    toRecord: (request) => ({ ...request, draftId, collection, deadline }),
    // A hint for other devices; the event is found without it.
    onSent: ({ hash }) => void session.report(hash).catch(() => undefined),
    onLateSent(sent) {
      if (signal.aborted || isFollowing()) return
      followDeployment(session, { prepared: { contract, collection, deadline }, sent })
    },
    onLateFailure(error) {
      if (!session.isSending && !isFollowing()) session.show({ fault: toFault(error) })
    },
  })
}
