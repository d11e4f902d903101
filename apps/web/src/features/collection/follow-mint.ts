import type { PendingMint } from '@platemark/sale/pending-mints'
import type { Client, Hash, Transaction, TransactionReceipt } from 'viem'
import { TransactionNotFoundError, TransactionReceiptNotFoundError } from 'viem'
import {
  getBlock,
  getBlockNumber,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
} from 'viem/actions'

/** How a transaction that was sent came out. */
export type MintEnd =
  | { end: 'mined'; receipt: TransactionReceipt }
  | { end: 'reverted'; receipt: TransactionReceipt }
  /** The wallet spent its number on a payment to itself, or on something else. */
  | { end: 'cancelled' | 'displaced' }
  /** No node knows it any more. */
  | { end: 'dropped' }

type Follow = {
  client: Client
  /** Called when the wallet sent a copy, whose hash is followed from then on. */
  onReplaced: (hash: Hash) => void
  signal: AbortSignal
  pollMs?: number
  /**
   * How long a transaction that the node knew may be unknown before it counts as dropped; ten
   * times as long for one it never knew.
   */
  patienceMs?: number
}

/**
 * Follows a sent transaction to its end, through copies with a higher fee. Answers of the
 * node that fail are asked again. Resolves to undefined when the signal ends it.
 */
export async function followMint(
  mint: PendingMint,
  { client, onReplaced, signal, pollMs = 1000, patienceMs = 60_000 }: Follow,
): Promise<MintEnd | undefined> {
  let { hash, nonce } = mint
  let original: Transaction | undefined
  let missingSince: number | undefined

  while (!signal.aborted) {
    const receipt = await known(getTransactionReceipt(client, { hash }))
    if (receipt === unreachable) {
      await pause(pollMs, signal)
      continue
    }
    if (receipt) {
      return { end: receipt.status === 'success' ? 'mined' : 'reverted', receipt }
    }

    const transaction = await known(getTransaction(client, { hash }))
    if (transaction && transaction !== unreachable) {
      original = transaction
      nonce = transaction.nonce
      missingSince = undefined
    }
    if (nonce !== null && transaction !== unreachable) {
      const other = await findRival(client, mint, nonce, hash)
      if (other) {
        if (isCopy(other, original, mint)) {
          hash = other.hash
          onReplaced(hash)
          continue
        }
        const isToSelf = other.to?.toLowerCase() === other.from.toLowerCase()
        return { end: isToSelf ? 'cancelled' : 'displaced' }
      }
    }
    if (!transaction) {
      missingSince ??= performance.now()
      // Some wallets send in private: what no node ever knew may still come.
      const patience = original ? patienceMs : patienceMs * 10
      if (performance.now() - missingSince > patience) return { end: 'dropped' }
    }
    await pause(pollMs, signal)
  }
  return undefined
}

/** The mined transaction of the same account and number, if it is not this one. */
async function findRival(
  client: Client,
  mint: PendingMint,
  nonce: number,
  hash: Hash,
): Promise<Transaction | undefined> {
  const address = mint.account
  const count = await known(getTransactionCount(client, { address, blockTag: 'latest' }))
  if (typeof count !== 'number' || count <= nonce) return undefined
  // It may have been mined between the two questions.
  const receipt = await known(getTransactionReceipt(client, { hash }))
  if (receipt) return undefined

  const head = await known(getBlockNumber(client, { cacheTime: 0 }))
  if (typeof head !== 'bigint') return undefined
  for (let at = head; at >= mint.sinceBlock && head - at < 200n; at -= 1n) {
    const block = await known(
      getBlock(client, { blockNumber: at, includeTransactions: true }),
    )
    if (!block || block === unreachable) return undefined
    const rival = block.transactions.find(
      (one) =>
        one.nonce === nonce && one.from.toLowerCase() === mint.account.toLowerCase(),
    )
    if (rival) return rival
  }
  return undefined
}

function isCopy(
  rival: Transaction,
  original: Transaction | undefined,
  mint: PendingMint,
): boolean {
  const isSameCall = rival.to?.toLowerCase() === mint.contract.toLowerCase()
  return isSameCall && (!original || rival.input === original.input)
}

const unreachable = Symbol('the node did not answer')

/** Undefined for what the node does not know, `unreachable` when it did not answer. */
async function known<T>(answer: Promise<T>): Promise<T | undefined | typeof unreachable> {
  try {
    return await answer
  } catch (error) {
    const isUnknown =
      error instanceof TransactionReceiptNotFoundError ||
      error instanceof TransactionNotFoundError
    return isUnknown ? undefined : unreachable
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
