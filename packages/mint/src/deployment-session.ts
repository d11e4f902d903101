import type { Address, Hex } from 'viem'
import {
  type DeploymentContext,
  type DeploymentOptions,
  PreparationError,
  toFault,
} from './deployment-context.ts'
import {
  expire,
  followDeployment,
  isPast,
  showCreated,
  stopFollowing,
} from './follow-deployment.ts'
import { type PendingDeployment, pendingDeployments } from './pending-deployments.ts'
import { isOnItsWay } from './pending-requests.ts'
import { parseQuantity } from './read-contract.ts'
import { requestDeployment } from './request-deployment.ts'
import { deploymentCall, isAlreadyCreated } from './send-deployment.ts'
import { simulateTransaction } from './simulate-transaction.ts'

export type DeploymentSession = {
  /** Prepares the draft, and sends its transaction unless one is on its way. */
  deploy(): Promise<void>
  /** Ends the wait for a wallet that has not answered. */
  stopWaiting(): void
  /** Finds a deployment that was sent before a reload, in another tab or on another device. */
  recover(): Promise<void>
  /** Stops tracking; the next session of the same draft recovers it. */
  end(): void
}

/**
 * Deploys one draft with one transaction, and follows it until its collection exists or its
 * deadline has passed. The chain decides: a creation is found by the code at its address, whatever
 * sent it. Results are passed to `show`.
 */
export function createDeploymentSession(options: DeploymentOptions): DeploymentSession {
  const closing = new AbortController()
  const { signal } = closing
  const session: DeploymentContext = {
    ...options,
    show(changes) {
      if (!signal.aborted) options.show(changes)
    },
    ...{ signal, isSending: false, sends: 0, isCreated: false },
    ...{ stopWaiting: null, followed: null },
  }
  const stop = pendingDeployments.subscribe(options.draftId, () => {
    session.onChanged()
    void recover(session)
  })
  void recover(session)
  return {
    deploy: () => deploy(session),
    stopWaiting: () => session.stopWaiting?.(),
    recover: () => recover(session),
    end() {
      closing.abort()
      // Otherwise a wallet that never answers would keep other tabs from deploying.
      session.stopWaiting?.()
      stop()
    },
  }
}

/** Returns whether a deployment is being sent, created, or no longer shown: nothing to find. */
function isSettled({ isSending, isCreated, signal }: DeploymentContext): boolean {
  return isSending || isCreated || signal.aborted
}

async function recover(session: DeploymentContext): Promise<void> {
  if (isSettled(session)) return
  const { sends } = session
  const isOutdated = () => isSettled(session) || session.sends !== sends
  const known = await session.read().catch(() => undefined)
  // Read last: a transaction that ended meanwhile must not be followed again.
  const stored = await pendingDeployments.find(session.draftId)
  if (isOutdated()) return
  if (known?.isIndexed || (known && !known.prepared)) {
    const { followed } = session
    // The server may know the end of its time before the chain was read here.
    if (followed && !known.isIndexed && (await isPast(session, followed.deployment))) {
      return expire(session, stored ?? followed.deployment.sent)
    }
    if (known.isIndexed && followed && (await showCreated(session, followed.deployment)))
      return
    if (isOutdated()) return
    stopFollowing(session)
    if (stored) await pendingDeployments.remove(stored)
    return session.show({ attempt: null, prepared: null, isUnanswered: false })
  }
  const prepared = known?.prepared ?? stored
  if (!prepared) return
  const contract = session.factory
  const { collection, deadline } = prepared
  const own = stored?.collection === collection ? stored : null
  const sent = own ?? (await findReported(session, known?.hash ?? null, prepared))
  if (isOutdated()) return
  followDeployment(session, { prepared: { contract, collection, deadline }, sent })
}

/** Returns the reported transaction where it is one of this account to the factory. */
async function findReported(
  { rpc, account, chainId, factory, draftId }: DeploymentContext,
  hash: Hex | null,
  { collection, deadline }: { collection: Address; deadline: number },
): Promise<PendingDeployment | null> {
  if (!hash) return null
  try {
    const [found, head] = await Promise.all([
      rpc('eth_getTransactionByHash', [hash]),
      rpc('eth_blockNumber', []).then(parseQuantity),
    ])
    // Safe: nodes return transactions of this form, or null.
    const { from, to, nonce } = (found ?? {}) as Record<string, string | undefined>
    const isOurs =
      from === account.toLowerCase() &&
      to === factory.toLowerCase() &&
      nonce !== undefined
    if (!isOurs) return null
    return {
      ...{ draftId, account, chainId, contract: factory, collection, deadline, hash },
      ...{ nonce: Number(nonce), sinceBlock: head > 200n ? head - 200n : 0n },
      sentAt: Date.now(),
    }
  } catch {
    return null
  }
}

async function deploy(session: DeploymentContext): Promise<void> {
  const { draftId, show, followed } = session
  if (session.isSending || isOnItsWay(followed?.deployment.sent)) return
  session.isSending = true
  session.sends += 1
  show({ fault: null, attempt: { step: 'preparing' } })
  try {
    const isAlone = await pendingDeployments.withLock(draftId, () => deployNow(session))
    if (!isAlone) show({ attempt: null, fault: { kind: 'other_tab' } })
  } catch (error) {
    show({ attempt: null, fault: toFault(error) })
    session.onChanged()
  } finally {
    session.isSending = false
  }
  // What other tabs and the server know meanwhile.
  if (!isOnItsWay(session.followed?.deployment.sent)) await recover(session)
}

async function deployNow(session: DeploymentContext): Promise<void> {
  const { rpc, account, blockTag, show } = session
  const earlier = await pendingDeployments.find(session.draftId)
  const prepared = await session.prepare().catch((cause: unknown) => {
    throw new PreparationError('draft cannot be prepared', { cause })
  })
  const { contract, collection, deadline } = prepared
  const wanted = { contract, collection, deadline }
  session.onChanged()
  // Another tab may have sent it a moment ago.
  if (earlier?.collection === collection && isOnItsWay(earlier)) {
    return followDeployment(session, { prepared: wanted, sent: earlier })
  }
  const call = deploymentCall(prepared, account)
  try {
    await simulateTransaction(rpc, call, blockTag)
  } catch (error) {
    if (!isAlreadyCreated(error)) throw error
    return followDeployment(session, { prepared: wanted, sent: null })
  }
  show({ prepared: { collection, deadline } })
  const sent = await requestDeployment(session, prepared)
  if (sent && !session.signal.aborted) {
    followDeployment(session, { prepared: wanted, sent })
  }
}
