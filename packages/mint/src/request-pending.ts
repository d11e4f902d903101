import { walletTimes } from '@platemark/wallet/wallet-request'
import type { Address, Hex } from 'viem'
import type { PendingRequest, PendingRequestStore } from './pending-requests.ts'
import { parseQuantity } from './read-contract.ts'
import { nodeFailed, SignerError, StoppedWaitingError } from './refusal.ts'
import {
  requestTransaction,
  type Signer,
  type TransactionCall,
  untilStopped,
} from './request-transaction.ts'
import type { Rpc } from './rpc.ts'
import { UNANSWERED_HASH } from './unanswered-hash.ts'

/** `isLate`: the wallet has not answered for long, so the wait can be ended. */
export type WalletAttempt = { step: 'wallet'; isLate: boolean }

/** A session that requests transactions, as far as the request concerns it. */
type Requesting = {
  rpc: Rpc
  account: Address
  chainId: number
  /** Milliseconds after which the wallet's answer counts as late. */
  promptMs?: number
  /** Aborted when the session ends. */
  signal: AbortSignal
  /** Ends the wait for the request that the wallet shows; null where it shows none. */
  stopWaiting: (() => void) | null
  signer(): Promise<Signer>
  show(changes: { attempt?: WalletAttempt; isUnanswered?: boolean }): void
}

type Following<T extends PendingRequest> = {
  store: PendingRequestStore<T>
  /** Returns the record of the transaction. */
  toRecord(request: PendingRequest): T
  /** Called with a transaction once it has a hash. */
  onSent?(sent: T): void
  /** Called when the wallet sent the transaction after the wait for it was ended. */
  onLateSent(sent: T): void
  /** Called when the wallet refused it after the wait was ended. */
  onLateFailure(error: unknown): void
}

/**
 * Requests a transaction from the wallet, stored before the wallet answers; undefined when the
 * session ended before. Rejects like `requestTransaction`, and with a `StoppedWaitingError` when
 * the wait was ended.
 */
export async function requestPending<T extends PendingRequest>(
  session: Requesting,
  call: TransactionCall,
  following: Following<T>,
): Promise<T | undefined> {
  const { rpc, account, chainId, show, promptMs = walletTimes.promptMs } = session
  const { store } = following
  const sinceBlock = await rpc('eth_blockNumber', [])
    .then(parseQuantity)
    .catch(nodeFailed)
  const signer = await session.signer().catch((cause: unknown) => {
    throw new SignerError('wallet is not available', { cause })
  })
  if (session.signal.aborted) return undefined
  show({ attempt: { step: 'wallet', isLate: false } })
  const requested = following.toRecord({
    ...{ account, chainId, contract: call.to, sinceBlock },
    ...{ hash: UNANSWERED_HASH, nonce: null, sentAt: Date.now() },
  })
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRequested = false
  const onRequest = () => {
    if (session.signal.aborted) throw new StoppedWaitingError('session ended')
    isRequested = true
    // Kept at once: the page may be gone when the wallet answers.
    void store.save(requested)
    session.stopWaiting = () => stop.abort()
    timer = setTimeout(
      () => show({ attempt: { step: 'wallet', isLate: true } }),
      promptMs,
    )
  }
  const answer = requestTransaction(call, { signer, chainId, onRequest })
  try {
    const hash = await untilStopped(answer, stop.signal)
    return await keepHash(following, requested, hash)
  } catch (error) {
    const isOpen = error instanceof StoppedWaitingError && isRequested
    if (isOpen) void awaitLate(session, following, { requested, answer })
    else if (isRequested) await store.remove(requested)
    throw error
  } finally {
    clearTimeout(timer)
    session.stopWaiting = null
  }
}

async function keepHash<T extends PendingRequest>(
  { store, onSent }: Following<T>,
  requested: T,
  hash: Hex,
): Promise<T> {
  const sent = { ...requested, hash, sentAt: Date.now() }
  await store.save(sent)
  onSent?.(sent)
  return sent
}

/** Follows a request that the wallet answers after the wait for it was ended. */
async function awaitLate<T extends PendingRequest>(
  { show }: Requesting,
  following: Following<T>,
  { requested, answer }: { requested: T; answer: Promise<Hex> },
): Promise<void> {
  show({ isUnanswered: true })
  try {
    const hash = await answer
    show({ isUnanswered: false })
    following.onLateSent(await keepHash(following, requested, hash))
  } catch (error) {
    show({ isUnanswered: false })
    await following.store.remove(requested)
    following.onLateFailure(error)
  }
}
