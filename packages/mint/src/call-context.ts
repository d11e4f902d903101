import type { CallFault } from '@platemark/rules/call-messages'
import type { Abi, Hex } from 'viem'
import type { CallScope, PendingCall } from './pending-calls.ts'
import type { TransactionReceipt } from './receipt.ts'
import { reportRefusal } from './refusal.ts'
import type { WalletAttempt } from './request-pending.ts'
import type { Signer } from './request-transaction.ts'
import type { BlockTag, Rpc } from './rpc.ts'
import { ShortOfFundsError } from './simulate-transaction.ts'
import type { SentAttempt } from './track-pending.ts'

/** A transaction to the contract of a session. */
export type CallRequest = {
  data: Hex
  /** Wei that are paid with it; 0 by default. */
  valueWei?: bigint
  /** Name of the change, shown while it is on its way, also after a reload. */
  label: string
  /** Its words once it is in a block: "Minting paused"; those of `label` by default. */
  done?: string
}

export type CallAttempt = { step: 'simulating' } | WalletAttempt | SentAttempt

/** A transaction in a block, which is final with `depth` blocks above it. */
export type MinedCall = {
  receipt: TransactionReceipt
  /** Blocks above its block, as read last; at most `depth`. */
  confirmations: number
  depth: number
}

/** The parts of a page that a session changes; null where there is nothing to show. */
export type CallShown = {
  attempt: CallAttempt | null
  /** Label of the transaction that is on its way, failed or was mined. */
  label: string | null
  /** Label of the transaction once it is mined; null: that of `label`. */
  done: string | null
  /** Why the last attempt failed, until the next one. */
  fault: CallFault | null
  /** The wallet has not answered a request, and may still send it. */
  isUnanswered: boolean
  mined: MinedCall | null
}

/** The state of a session that has sent nothing. */
export const noCall: CallShown = {
  ...{ attempt: null, label: null, done: null, fault: null, mined: null },
  isUnanswered: false,
}

/** `account` signs the transactions, `contract` is called; one is on its way for each topic. */
export type CallOptions = CallScope & {
  /** ABI with the errors of the contract. */
  abi: Abi
  rpc: Rpc
  blockTag: BlockTag
  /** Blocks above the transaction until it counts as final. */
  depth: number
  /** Returns the wallet; called when it is needed. */
  signer(): Promise<Signer>
  show(changes: Partial<CallShown>): void
  /**
   * Called when a block changed the contract, and when a reorg took that back; `label` is that of
   * the transaction.
   */
  onChanged(receipt: TransactionReceipt, label: string): void
  /**
   * Finds the receipt by what the transaction changed, from block `sinceBlock` on: wallets of
   * several signers send another transaction than the one they return.
   */
  findEffect?(sinceBlock: bigint): Promise<TransactionReceipt | undefined>
  /** Milliseconds, as those of a mint session; for tests. */
  pollMs?: number
  patienceMs?: number
  promptMs?: number
}

/** A session with its state, for the files of the call session only. */
export type CallContext = CallOptions & {
  key: string
  /** Aborted by `end`. */
  signal: AbortSignal
  isSending: boolean
  /** Ends the wait for the request that the wallet shows; null where it shows none. */
  stopWaiting: (() => void) | null
  /** The transaction that is followed, with what aborts that. */
  followed: { sent: PendingCall; isMined: boolean; stop: AbortController } | null
  /** The fault that is shown. */
  fault: CallFault | null
}

/** Returns why a transaction was not sent. */
export function toCallFault(error: unknown, abi: Abi): CallFault {
  if (error instanceof ShortOfFundsError) {
    const { neededWei, balanceWei } = error
    return { kind: 'short', neededWei, balanceWei }
  }
  return { kind: 'refused', refusal: reportRefusal(error, abi) }
}
