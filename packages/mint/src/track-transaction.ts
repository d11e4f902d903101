import { isSameAddress } from '@platemark/rules/addresses'
import type { Address, Hex } from 'viem'
import { formatQuantity, pause, tryRpc } from './read-contract.ts'
import type { TransactionReceipt } from './receipt.ts'
import type { Rpc } from './rpc.ts'

/** A transaction that a wallet sent. */
export type SentTransaction = {
  account: Address
  /** The contract that it calls. */
  contract: Address
  hash: Hex
  /** Its nonce; null as long as no node ever returned it. */
  nonce: number | null
  /** The newest block before it. */
  sinceBlock: bigint
}

/**
 * Finds the receipt of a transaction by its effect on the chain: a wallet of several signers
 * returns a hash that no node ever knows, and sends another transaction.
 */
export type FindEffect = () => Promise<TransactionReceipt | undefined>

/** The end of a transaction in a block, which a reorg may remove. */
export type TransactionBlockEnd = {
  /** Cancelled, replaced: the wallet used the nonce for a payment to itself, or otherwise. */
  end: 'mined' | 'reverted' | 'cancelled' | 'replaced'
  /** The receipt of the transaction that used the nonce. */
  receipt: TransactionReceipt
}

/** The end of a transaction that was sent. */
export type TransactionEnd =
  /** `nonce`: null where no node returned the transaction. */
  | (TransactionBlockEnd & { nonce: number | null })
  /** A node knew it, and none does any more; `hash` is the one tracked last. */
  | { end: 'dropped'; hash: Hex; nonce: number }
  /** No node ever knew it. */
  | { end: 'unseen'; hash: Hex; nonce: null }
  /** The wallet gave its bundle up before any node had it. */
  | { end: 'unsent'; hash: Hex; nonce: null }

type Transaction = {
  hash: Hex
  from: Address
  to: Address | null
  nonce: Hex
  input: Hex
}

type TrackOptions = {
  rpc: Rpc
  /** Called with each poll while no node knows the transaction. */
  findEffect?: FindEffect
  /** Asks the wallet for the end of a bundle with each poll while no node knows the transaction. */
  findEnd?: () => Promise<TransactionEnd | undefined>
  /** Called once a node knows the transaction, before its end. */
  onSeen?: (nonce: number) => void
  /** Called once when no node knows the transaction for `patienceMs`, and none ever did. */
  onUnseen?: () => void
  /** Called when the wallet sent a speed-up copy, whose hash is tracked from then on. */
  onReplaced: (hash: Hex) => void
  /** Called when no node responds any more, and when one responds again. */
  onSilence?: (isSilent: boolean) => void
  signal: AbortSignal
  pollMs?: number
  /**
   * Milliseconds that a transaction which the node knew may be unknown before it counts as
   * dropped; ten times as long for one it never knew to count as unseen.
   */
  patienceMs?: number
  /** Milliseconds without a response after which the nodes count as silent. */
  silenceMs?: number
}

/** The state of tracking one transaction. */
type TrackState = {
  hash: Hex
  nonce: number | null
  original: Transaction | undefined
  /** The consecutive polls that found nothing, as times. */
  missing: { since: number; last: number; polls: number } | undefined
  isUnseen: boolean
  isSilent: boolean
}

/**
 * Tracks a sent transaction until it ended, through copies with a higher fee; failed requests are
 * retried, and undefined is returned when the signal aborts. viem's `waitForTransactionReceipt`
 * reports no dropped transaction, and after a reload it finds no replacement.
 */
export async function trackTransaction(
  sent: SentTransaction,
  options: TrackOptions,
): Promise<TransactionEnd | undefined> {
  const { signal, pollMs = 1000 } = options
  const { hash, nonce } = sent
  const state: TrackState = {
    ...{ hash, nonce, original: undefined, missing: undefined },
    ...{ isUnseen: false, isSilent: false },
  }
  for (; !signal.aborted; await pause(pollMs, signal)) {
    const stop = noteSilence(state, options)
    // A malformed response is requested again, too.
    const end = await pollEnd(state, sent, options).catch(() => undefined)
    stop()
    if (end) return signal.aborted ? undefined : end
  }
  return undefined
}

/** Notes a poll as silent that gets no response for long; returns a function that stops that. */
function noteSilence(
  state: TrackState,
  options: Pick<TrackOptions, 'onSilence' | 'silenceMs'>,
): () => void {
  const { silenceMs = 5_000 } = options
  const timer = setTimeout(() => setSilent(state, true, options), silenceMs)
  return () => clearTimeout(timer)
}

function setSilent(
  state: TrackState,
  isSilent: boolean,
  { onSilence }: Pick<TrackOptions, 'onSilence'>,
): void {
  if (state.isSilent === isSilent) return
  state.isSilent = isSilent
  onSilence?.(isSilent)
}

/** The fewest polls without a result after which a transaction counts as dropped. */
const MIN_POLLS = 10

/** Polls once and updates `state`. */
async function pollEnd(
  state: TrackState,
  sent: SentTransaction,
  options: TrackOptions,
): Promise<TransactionEnd | undefined> {
  const { rpc, onReplaced, onSeen } = options
  const { hash } = state
  const [receipt, found] = await Promise.all([
    tryRpc<TransactionReceipt>(rpc, 'eth_getTransactionReceipt', [hash]),
    tryRpc<Transaction>(rpc, 'eth_getTransactionByHash', [hash]),
  ])
  const isSilent = receipt === undefined && found === undefined
  setSilent(state, isSilent, options)
  if (found) {
    state.original = found
    const nonce = Number(found.nonce)
    if (state.nonce !== nonce) onSeen?.(nonce)
    state.nonce = nonce
    state.missing = undefined
  }
  if (receipt) {
    const end = Number(receipt.status) === 1 ? 'mined' : 'reverted'
    return { end, receipt, nonce: state.nonce }
  }
  if (receipt === undefined || found === undefined) return undefined
  const replacement = await findReplacement(rpc, sent, state)
  if (replacement && isCopy(replacement, state.original, sent)) {
    state.hash = replacement.hash
    onReplaced(replacement.hash)
    return undefined
  }
  if (replacement) return replacementEnd(replacement, rpc, state.nonce)
  if (found) return undefined
  return state.nonce === null
    ? pollUnseen(state, options)
    : droppedEnd(state, state.nonce, options)
}

function droppedEnd(
  state: TrackState,
  nonce: number,
  { pollMs = 1000, patienceMs = 60_000 }: TrackOptions,
): TransactionEnd | undefined {
  const isDropped = missingMs(state, pollMs) > patienceMs
  return isDropped ? { end: 'dropped', hash: state.hash, nonce } : undefined
}

/** Polls once for the effect of a transaction whose hash no node ever knew. */
async function pollUnseen(
  state: TrackState,
  options: TrackOptions,
): Promise<TransactionEnd | undefined> {
  const { findEffect, findEnd, onUnseen, pollMs = 1000, patienceMs = 60_000 } = options
  const [receipt, named] = await Promise.all([
    findEffect?.().catch(() => undefined),
    findEnd?.().catch(() => undefined),
  ])
  if (receipt) return { end: 'mined', receipt, nonce: null }
  if (named) return named
  const lastedMs = missingMs(state, pollMs)
  if (lastedMs > patienceMs && !state.isUnseen) {
    state.isUnseen = true
    onUnseen?.()
  }
  // Some wallets use a private mempool: a transaction that no node knew may still arrive.
  return lastedMs > patienceMs * 10
    ? { end: 'unseen', hash: state.hash, nonce: null }
    : undefined
}

/** Returns the end of a transaction whose nonce another transaction used, once its receipt exists. */
async function replacementEnd(
  replacement: Transaction,
  rpc: Rpc,
  nonce: number | null,
): Promise<TransactionEnd | undefined> {
  const receipt = await tryRpc<TransactionReceipt>(rpc, 'eth_getTransactionReceipt', [
    replacement.hash,
  ])
  if (!receipt) return undefined
  const isToSelf = isSameAddress(replacement.to, replacement.from)
  return { end: isToSelf ? 'cancelled' : 'replaced', receipt, nonce }
}

/** Counts a poll that found nothing; returns for how many ms it is so, 0 for the first few. */
function missingMs(state: TrackState, pollMs: number): number {
  const now = performance.now()
  // A machine that was suspended did not poll in the meantime.
  const isKept = state.missing && now - state.missing.last < pollMs * 10 + 10_000
  const missing = (isKept && state.missing) || { since: now, last: now, polls: 0 }
  state.missing = { ...missing, last: now, polls: missing.polls + 1 }
  return missing.polls >= MIN_POLLS ? now - missing.since : 0
}

/** Finds the mined transaction with the same account and nonce, if it is not this one. */
async function findReplacement(
  rpc: Rpc,
  { account, sinceBlock }: SentTransaction,
  { hash, nonce }: TrackState,
): Promise<Transaction | undefined> {
  if (nonce === null) return undefined
  const count = await tryRpc<Hex>(rpc, 'eth_getTransactionCount', [account, 'latest'])
  if (!count || Number(count) <= nonce) return undefined
  // It may have been mined between the two requests.
  const receipt = await tryRpc<TransactionReceipt>(rpc, 'eth_getTransactionReceipt', [
    hash,
  ])
  const head = await tryRpc<Hex>(rpc, 'eth_blockNumber', [])
  if (receipt !== null || !head) return undefined
  const newest = BigInt(head)
  for (let at = newest; at >= sinceBlock && newest - at < 200n; at -= 1n) {
    const block = await tryRpc<{ transactions: Transaction[] }>(
      rpc,
      'eth_getBlockByNumber',
      [formatQuantity(at), true],
    )
    if (!block) return undefined
    const replacement = block.transactions.find(
      (one) => Number(one.nonce) === nonce && isSameAddress(one.from, account),
    )
    if (replacement) return replacement
  }
  return undefined
}

function isCopy(
  replacement: Transaction,
  original: Transaction | undefined,
  { contract }: SentTransaction,
): boolean {
  const isSameCall = isSameAddress(replacement.to, contract)
  return isSameCall && (!original || replacement.input === original.input)
}
