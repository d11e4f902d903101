import type { Refusal } from '@platemark/rules/mint-result-messages'
import type { Abi, Address, Hex } from 'viem'
import type { PendingRequest, PendingRequestStore } from './pending-requests.ts'
import type { TransactionReceipt } from './receipt.ts'
import { nodeFailed, reportRefusal } from './refusal.ts'
import type { BlockTag, Rpc } from './rpc.ts'
import {
  type FindEffect,
  type TransactionEnd,
  trackTransaction,
} from './track-transaction.ts'

/** `unseen`: no node knows the transaction; `isSilent`: no node responds at the moment. */
export type SentAttempt = {
  step: 'sent' | 'unseen'
  hash: Hex
  sentAt: number
  isSilent: boolean
}

export function toSentAttempt({ hash, sentAt }: PendingRequest): SentAttempt {
  return { step: 'sent', hash, sentAt, isSilent: false }
}

type Tracking<T extends PendingRequest> = {
  rpc: Rpc
  store: PendingRequestStore<T>
  signal: AbortSignal
  show(changes: { attempt: SentAttempt }): void
  /** Called with the hash of a speed-up copy. */
  onReplaced?(hash: Hex): void
  findEffect?: FindEffect | undefined
  pollMs?: number | undefined
  patienceMs?: number | undefined
}

/** Tracks a stored transaction like `trackTransaction`, and stores and shows what becomes known. */
export function trackPending<T extends PendingRequest>(
  sent: T,
  { rpc, store, signal, show, ...rest }: Tracking<T>,
): Promise<TransactionEnd | undefined> {
  const { onReplaced, findEffect, pollMs, patienceMs } = rest
  let known = sent
  let attempt = toSentAttempt(sent)
  const showChanged = (changes: Partial<SentAttempt>) => {
    attempt = { ...attempt, ...changes }
    // The poll that was under way may end after the signal.
    if (!signal.aborted) show({ attempt })
  }
  const learn = (changes: Partial<PendingRequest>) => {
    known = { ...known, ...changes }
    void store.update(known)
    showChanged({ step: 'sent', hash: known.hash })
  }
  return trackTransaction(sent, {
    ...{ rpc, signal },
    onSeen: (nonce) => learn({ nonce }),
    onUnseen: () => showChanged({ step: 'unseen' }),
    onSilence: (isSilent) => showChanged({ isSilent }),
    onReplaced(hash) {
      learn({ hash })
      onReplaced?.(hash)
    },
    ...(findEffect && { findEffect }),
    ...(pollMs !== undefined && { pollMs }),
    ...(patienceMs !== undefined && { patienceMs }),
  })
}

/**
 * Returns why a mined transaction reverted; null where it is not known. The same call again: the
 * reason of a revert seldom disappears that quickly.
 */
export async function findRevertReason(
  { transactionHash }: TransactionReceipt,
  { rpc, account, blockTag }: { rpc: Rpc; account: Address; blockTag: BlockTag },
  abi: Abi,
): Promise<Refusal | null> {
  const found = await rpc('eth_getTransactionByHash', [transactionHash]).catch(() => null)
  const { to, input } = (found ?? {}) as Record<string, string | undefined>
  return rpc('eth_call', [{ from: account, to, data: input }, blockTag])
    .catch(nodeFailed)
    .then(
      () => null,
      (error) => reportRefusal(error, abi),
    )
}
