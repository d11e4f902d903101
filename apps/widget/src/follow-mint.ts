import type { PendingMint } from '@platemark/sale/pending-mints'
import { isRecord, type Rpc } from '@platemark/sale/rpc'
import type { Address } from './facts.ts'

export type Receipt = {
  status: Address
  transactionHash: Address
  logs: { address: string; topics: string[]; data: Address }[]
  gasUsed: Address
  effectiveGasPrice: Address
  /** What some networks charge on top, for the chain below them. */
  l1Fee?: unknown
}

/** How a transaction that was sent came out. */
export type MintEnd =
  | { end: 'mined' | 'reverted'; receipt: Receipt }
  /** The wallet spent its number on a payment to itself, or on something else. */
  | { end: 'cancelled' | 'displaced' }
  /** No node knows it any more. */
  | { end: 'dropped' }

type Transaction = {
  hash: Address
  from: string
  to: string | null
  nonce: string
  input: string
}

type Follow = {
  rpc: Rpc
  /** Called when the wallet sent a copy, whose hash is followed from then on. */
  onReplaced: (hash: Address) => void
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
  { rpc, onReplaced, signal, pollMs = 1000, patienceMs = 60_000 }: Follow,
): Promise<MintEnd | undefined> {
  let { hash, nonce } = mint
  let original: Transaction | null | undefined
  let missingSince: number | undefined

  for (; !signal.aborted; await pause(pollMs, signal)) {
    const receipt = await asked<Receipt>(rpc, 'eth_getTransactionReceipt', [hash])
    if (receipt) return { end: receipt.status === '0x1' ? 'mined' : 'reverted', receipt }
    const found = await asked<Transaction>(rpc, 'eth_getTransactionByHash', [hash])
    if (receipt === undefined || found === undefined) continue
    if (found) {
      original = found
      nonce = Number(found.nonce)
      missingSince = undefined
    }
    const rival = nonce === null ? undefined : await findRival(rpc, mint, nonce, hash)
    if (rival && isCopy(rival, original, mint)) {
      hash = rival.hash
      onReplaced(hash)
      continue
    }
    if (rival) {
      const isToSelf = rival.to?.toLowerCase() === rival.from.toLowerCase()
      return { end: isToSelf ? 'cancelled' : 'displaced' }
    }
    if (found) continue
    missingSince ??= performance.now()
    // Some wallets send in private: what no node ever knew may still come.
    const patience = original ? patienceMs : patienceMs * 10
    if (performance.now() - missingSince > patience) return { end: 'dropped' }
  }
  return undefined
}

/** The mined transaction of the same account and number, if it is not this one. */
async function findRival(
  rpc: Rpc,
  mint: PendingMint,
  nonce: number,
  hash: Address,
): Promise<Transaction | undefined> {
  const { account, sinceBlock } = mint
  const count = await asked<string>(rpc, 'eth_getTransactionCount', [account, 'latest'])
  if (!count || Number(count) <= nonce) return undefined
  // It may have been mined between the two questions.
  const receipt = await asked<Receipt>(rpc, 'eth_getTransactionReceipt', [hash])
  const head = await asked<string>(rpc, 'eth_blockNumber', [])
  if (receipt !== null || !head) return undefined
  const newest = BigInt(head)
  for (let at = newest; at >= sinceBlock && newest - at < 200n; at -= 1n) {
    const number = `0x${at.toString(16)}`
    const block = await asked<{ transactions: Transaction[] }>(
      rpc,
      'eth_getBlockByNumber',
      [number, true],
    )
    if (!block) return undefined
    const rival = block.transactions.find(
      (one) =>
        Number(one.nonce) === nonce && one.from.toLowerCase() === account.toLowerCase(),
    )
    if (rival) return rival
  }
  return undefined
}

function isCopy(
  rival: Transaction,
  original: Transaction | null | undefined,
  mint: PendingMint,
): boolean {
  const isSameCall = rival.to?.toLowerCase() === mint.contract.toLowerCase()
  return isSameCall && (!original || rival.input === original.input)
}

/** Null for what the node does not know, undefined when it did not answer. */
async function asked<T extends object | string>(
  rpc: Rpc,
  method: string,
  params: readonly unknown[],
): Promise<T | null | undefined> {
  try {
    const answer = await rpc(method, params)
    // Safe: Ethereum's JSON-RPC gives the methods asked here answers of that form.
    return typeof answer === 'string' || isRecord(answer) ? (answer as T) : null
  } catch {
    return undefined
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
