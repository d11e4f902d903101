import { isSameAddress } from '@platemark/rules/addresses'
import type { Address, Hex } from 'viem'
import type { BlockEnd, PendingMint } from './pending-mints.ts'
import { pause, tryRpc } from './read-contract.ts'
import type { MintReceipt } from './receipt.ts'
import type { Rpc } from './rpc.ts'

/** How a transaction that was sent came out. */
export type MintEnd =
  /** `nonce`: its number, where a node told of it. */
  | (Omit<BlockEnd, 'mint'> & { nonce: number | null })
  /** No node knows it any more, by the hash that was last followed. */
  | { end: 'dropped'; hash: Hex; nonce: number | null }

type Transaction = {
  hash: Hex
  from: Address
  to: Address | null
  nonce: Hex
  input: Hex
}

type Follow = {
  rpc: Rpc
  /** Called when the wallet sent a copy, whose hash is followed from then on. */
  onReplaced: (hash: Hex) => void
  signal: AbortSignal
  pollMs?: number
  /**
   * How long a transaction that the node knew may be unknown before it counts as dropped; ten
   * times as long for one it never knew.
   */
  patienceMs?: number
}

/** What is known of the transaction so far. */
type Trail = {
  hash: Hex
  nonce: number | null
  original: Transaction | undefined
  /** The looks in a row that found nothing, as times. */
  missing: { since: number; last: number; looks: number } | undefined
}

/**
 * Follows a sent transaction to its end, through copies with a higher fee. Answers of the
 * node that fail are asked again. Resolves to undefined when the signal ends it.
 * viem's `waitForTransactionReceipt` reports no dropped transaction, and after a reload it finds
 * no replacement: it must have seen the original itself.
 */
export async function trackTransaction(
  mint: PendingMint,
  follow: Follow,
): Promise<MintEnd | undefined> {
  const { signal, pollMs = 1000 } = follow
  const { hash, nonce } = mint
  const trail = { hash, nonce, original: undefined, missing: undefined }
  for (; !signal.aborted; await pause(pollMs, signal)) {
    // What no node should answer is asked again, too.
    const end = await endOf(trail, mint, follow).catch(() => undefined)
    if (end) return signal.aborted ? undefined : end
  }
  return undefined
}

/** How many looks at least must find nothing. */
const LOOKS = 10

/** Looks once; `trail` remembers what was found. */
async function endOf(
  trail: Trail,
  mint: PendingMint,
  { rpc, onReplaced, pollMs = 1000, patienceMs = 60_000 }: Follow,
): Promise<MintEnd | undefined> {
  const { hash } = trail
  const [receipt, found] = await Promise.all([
    tryRpc<MintReceipt>(rpc, 'eth_getTransactionReceipt', [hash]),
    tryRpc<Transaction>(rpc, 'eth_getTransactionByHash', [hash]),
  ])
  if (found) {
    trail.original = found
    trail.nonce = Number(found.nonce)
    trail.missing = undefined
  }
  if (receipt) {
    const end = receipt.status === '0x1' ? 'mined' : 'reverted'
    return { end, receipt, nonce: trail.nonce }
  }
  if (receipt === undefined || found === undefined) return undefined
  const rival = await findRival(rpc, mint, trail)
  if (rival && isCopy(rival, trail.original, mint)) {
    trail.hash = rival.hash
    onReplaced(rival.hash)
    return undefined
  }
  if (rival) return endBy(rival, rpc, trail.nonce)
  return !found && isGivenUp(trail, { pollMs, patienceMs })
    ? { end: 'dropped', hash, nonce: trail.nonce }
    : undefined
}

/** The end of a mint whose number another transaction took, once there is its receipt. */
async function endBy(
  rival: Transaction,
  rpc: Rpc,
  nonce: number | null,
): Promise<MintEnd | undefined> {
  const receipt = await tryRpc<MintReceipt>(rpc, 'eth_getTransactionReceipt', [
    rival.hash,
  ])
  if (!receipt) return undefined
  const isToSelf = isSameAddress(rival.to, rival.from)
  return { end: isToSelf ? 'cancelled' : 'displaced', receipt, nonce }
}

function isGivenUp(
  trail: Trail,
  { pollMs, patienceMs }: { pollMs: number; patienceMs: number },
): boolean {
  const now = performance.now()
  // A machine that slept has not looked all the while.
  const isKept = trail.missing && now - trail.missing.last < pollMs * 10 + 10_000
  const missing = (isKept && trail.missing) || { since: now, last: now, looks: 0 }
  trail.missing = { ...missing, last: now, looks: missing.looks + 1 }
  // Some wallets send in private: what no node ever knew may still come.
  const patience = trail.nonce === null ? patienceMs * 10 : patienceMs
  return now - missing.since > patience && missing.looks >= LOOKS
}

/** The mined transaction of the same account and number, if it is not this one. */
async function findRival(
  rpc: Rpc,
  { account, sinceBlock }: PendingMint,
  { hash, nonce }: Trail,
): Promise<Transaction | undefined> {
  if (nonce === null) return undefined
  const count = await tryRpc<Hex>(rpc, 'eth_getTransactionCount', [account, 'latest'])
  if (!count || Number(count) <= nonce) return undefined
  // It may have been mined between the two questions.
  const receipt = await tryRpc<MintReceipt>(rpc, 'eth_getTransactionReceipt', [hash])
  const head = await tryRpc<Hex>(rpc, 'eth_blockNumber', [])
  if (receipt !== null || !head) return undefined
  const newest = BigInt(head)
  for (let at = newest; at >= sinceBlock && newest - at < 200n; at -= 1n) {
    const block = await tryRpc<{ transactions: Transaction[] }>(
      rpc,
      'eth_getBlockByNumber',
      [`0x${at.toString(16)}`, true],
    )
    if (!block) return undefined
    const rival = block.transactions.find(
      (one) => Number(one.nonce) === nonce && isSameAddress(one.from, account),
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
  const isSameCall = isSameAddress(rival.to, mint.contract)
  return isSameCall && (!original || rival.input === original.input)
}
