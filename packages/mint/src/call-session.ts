import {
  type CallContext,
  type CallOptions,
  type CallRequest,
  toCallFault,
} from './call-context.ts'
import { followCall, isFree, stopFollowingCall } from './follow-call.ts'
import { callKey, type PendingCall, pendingCalls } from './pending-calls.ts'
import { isOnItsWay } from './pending-requests.ts'
import { formatQuantity } from './read-contract.ts'
import { requestPending } from './request-pending.ts'
import { simulateTransaction } from './simulate-transaction.ts'

export type CallSession = {
  /** Simulates a transaction and requests it from the wallet, unless one is on its way. */
  send(request: CallRequest): Promise<void>
  /** Ends the wait for a wallet that has not answered. */
  stopWaiting(): void
  /** Finds a transaction that was sent before a reload or in another tab. */
  recover(): Promise<void>
  /** Hides the last result, and gives up a request that the wallet has not answered. */
  clear(): Promise<void>
  /** Stops tracking; the next session of the same scope recovers it. */
  end(): void
}

/**
 * Sends transactions of one account to one contract, one at a time, and follows each until its
 * block is final: copies with a higher fee, dropped and reorganized ones included. Results are
 * passed to `show`.
 */
export function createCallSession(options: CallOptions): CallSession {
  const closing = new AbortController()
  const { signal } = closing
  const session: CallContext = {
    ...options,
    key: callKey(options),
    show(changes) {
      if (changes.fault !== undefined) session.fault = changes.fault
      if (!signal.aborted) options.show(changes)
    },
    ...{ signal, isSending: false, stopWaiting: null, followed: null, fault: null },
  }
  const stop = pendingCalls.subscribe(session.key, () => void recover(session))
  void recover(session)
  return {
    send: (request) => send(session, request),
    stopWaiting: () => session.stopWaiting?.(),
    recover: () => recover(session),
    clear: () => clear(session),
    end() {
      closing.abort()
      // Otherwise a wallet that never answers would keep other tabs from sending.
      session.stopWaiting?.()
      stop()
    },
  }
}

async function recover(session: CallContext): Promise<void> {
  if (session.isSending) return
  const stored = await pendingCalls.find(session.key)
  if (session.signal.aborted || session.isSending) return
  if (stored) return followCall(session, stored)
  // Its request was declined in another tab; a sent one is followed to its own end here.
  if (session.followed && !isOnItsWay(session.followed.sent)) {
    stopFollowingCall(session)
    session.show({ isUnanswered: false, label: null, done: null })
  }
}

async function clear(session: CallContext): Promise<void> {
  session.show({ fault: null, mined: null, isUnanswered: false })
  const stored = await pendingCalls.find(session.key)
  if (!stored || isOnItsWay(stored)) return
  stopFollowingCall(session)
  await pendingCalls.remove(stored)
}

async function send(session: CallContext, request: CallRequest): Promise<void> {
  const { key, show, abi } = session
  if (session.isSending || !isFree(session)) return
  session.isSending = true
  const { label, done = null } = request
  show({ attempt: { step: 'simulating' }, label, done, fault: null, mined: null })
  try {
    const isAlone = await pendingCalls.withLock(key, () => sendNow(session, request))
    if (!isAlone) showOtherTab(session)
  } catch (error) {
    show({ attempt: null, fault: toCallFault(error, abi) })
  } finally {
    session.isSending = false
  }
}

/** Shows that another tab is sending a transaction, for as long as it does. */
function showOtherTab(session: CallContext): void {
  const { key, signal, show } = session
  show({ attempt: null, fault: { kind: 'other_tab' } })
  const hide = () => {
    if (session.fault?.kind !== 'other_tab') return
    const { label = null, done = null } = session.followed?.sent ?? {}
    show({ fault: null, label, done })
  }
  pendingCalls.whenUnlocked(key, signal).then(hide, () => undefined)
}

async function sendNow(
  session: CallContext,
  { data, label, done, valueWei = 0n }: CallRequest,
): Promise<void> {
  const { rpc, account, contract, topic, abi, blockTag, show } = session
  const earlier = await pendingCalls.find(session.key)
  // Another tab may have sent it a moment ago.
  if (earlier && isOnItsWay(earlier) && !earlier.isMined) {
    return followCall(session, earlier)
  }
  const value = formatQuantity(valueWei)
  const call = { from: account, to: contract, data, value }
  await simulateTransaction(rpc, call, blockTag)
  // The wait for the next one must not end by what becomes of the last.
  stopFollowingCall(session)
  const sent = await requestPending<PendingCall>(session, call, {
    store: pendingCalls,
    toRecord: (request) => ({
      ...{ ...request, topic, label, isMined: false },
      ...(done !== undefined && { done }),
    }),
    onLateSent(late) {
      if (isFree(session)) followCall(session, late)
    },
    onLateFailure(error) {
      if (!session.isSending && isFree(session))
        show({ fault: toCallFault(error, abi), label })
    },
  })
  if (sent) followCall(session, sent)
}
