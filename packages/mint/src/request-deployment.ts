import { walletTimes } from '@platemark/wallet/wallet-request'
import type { Hex } from 'viem'
import { type DeploymentContext, isOnItsWay, toFault } from './deployment-context.ts'
import { followDeployment } from './follow-deployment.ts'
import {
  deletePendingDeployment,
  type PendingDeployment,
  savePendingDeployment,
} from './pending-deployments.ts'
import { parseQuantity } from './read-contract.ts'
import { nodeFailed, SignerError, StoppedWaitingError } from './refusal.ts'
import {
  requestTransaction,
  UNANSWERED_HASH,
  untilStopped,
} from './request-transaction.ts'
import { deploymentCall, type PreparedDeployment } from './send-deployment.ts'

/** Requests the transaction from the wallet; undefined when the session ended before. */
export async function requestDeployment(
  session: DeploymentContext,
  prepared: PreparedDeployment,
): Promise<PendingDeployment | undefined> {
  const {
    rpc,
    draftId,
    account,
    chainId,
    show,
    promptMs = walletTimes.promptMs,
  } = session
  const { contract, collection, deadline } = prepared
  const sinceBlock = await rpc('eth_blockNumber', [])
    .then(parseQuantity)
    .catch(nodeFailed)
  const signer = await session.signer().catch((cause: unknown) => {
    throw new SignerError('wallet is not available', { cause })
  })
  if (session.signal.aborted) return undefined
  show({ attempt: { step: 'wallet', isLate: false } })
  const requested: PendingDeployment = {
    ...{ draftId, account, chainId, contract, collection, deadline, sinceBlock },
    ...{ hash: UNANSWERED_HASH, nonce: null, sentAt: Date.now() },
  }
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRequested = false
  const onRequest = () => {
    if (session.signal.aborted) throw new StoppedWaitingError('session ended')
    isRequested = true
    // Kept at once: the page may be gone when the wallet answers.
    void savePendingDeployment(requested)
    session.stopWaiting = () => stop.abort()
    timer = setTimeout(
      () => show({ attempt: { step: 'wallet', isLate: true } }),
      promptMs,
    )
  }
  const how = { signer, chainId, onRequest }
  const answer = requestTransaction(deploymentCall(prepared, account), how)
  try {
    const hash = await untilStopped(answer, stop.signal)
    return await keepHash(session, requested, hash)
  } catch (error) {
    const isOpen = error instanceof StoppedWaitingError && isRequested
    if (isOpen) void awaitLate(session, requested, answer)
    else if (isRequested) await deletePendingDeployment(requested)
    throw error
  } finally {
    clearTimeout(timer)
    session.stopWaiting = null
  }
}

async function keepHash(
  session: DeploymentContext,
  requested: PendingDeployment,
  hash: Hex,
): Promise<PendingDeployment> {
  const sent = { ...requested, hash, sentAt: Date.now() }
  await savePendingDeployment(sent)
  // A hint for other devices; the event is found without it.
  void session.report(hash).catch(() => undefined)
  return sent
}

/** Follows a request that the wallet answers after the wait for it was ended. */
async function awaitLate(
  session: DeploymentContext,
  requested: PendingDeployment,
  answer: Promise<Hex>,
): Promise<void> {
  session.show({ isUnanswered: true })
  const late = await answer.catch((error: unknown) => toFault(error))
  session.show({ isUnanswered: false })
  if (typeof late === 'string') {
    const sent = await keepHash(session, requested, late)
    if (session.signal.aborted || isOnItsWay(session.followed?.deployment.sent)) return
    const { contract, collection, deadline } = sent
    return followDeployment(session, {
      prepared: { contract, collection, deadline },
      sent,
    })
  }
  await deletePendingDeployment(requested)
  if (!session.isSending && !isOnItsWay(session.followed?.deployment.sent))
    session.show({ fault: late })
}
