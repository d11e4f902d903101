import type { Hex } from 'viem'
import type { PendingMint } from './pending-mints.ts'
import { pause, tryRpc } from './read-contract.ts'
import type { MintReceipt } from './receipt.ts'
import type { Rpc } from './rpc.ts'

/** `gone`: the end that was told of a mint no longer holds. */
export type WatchedMint = 'safe' | 'gone'

type Watch = {
  rpc: Rpc
  signal: AbortSignal
  pollMs?: number
  /** Nothing is asked while this holds. */
  isBusy?: () => boolean
}

/** How long an end is watched at most. */
const WATCH_MS = 20 * 60_000

/**
 * Watches the block of a receipt until `depth` blocks lie above it, or it is gone: the network
 * has another one in its place, which does not hold the transaction as it was. Undefined after
 * twenty minutes, and when the signal ends it. Looks only while the page is seen.
 */
export async function monitorBlock(
  receipt: MintReceipt,
  depth: number,
  watch: Watch,
): Promise<WatchedMint | undefined> {
  if (depth === 0) return 'safe'
  const watched = { receipt, head: '' }
  return lookOn(() => lookAtBlock(watched, watch.rpc, depth), watch)
}

/**
 * Watches a mint that counts as dropped until another transaction took its number, or it is back:
 * some node knew it all the same. Undefined as with `watchBlock`.
 */
export async function monitorDropped(
  mint: PendingMint,
  watch: Watch,
): Promise<WatchedMint | undefined> {
  return lookOn(() => lookForDropped(mint, watch.rpc), watch)
}

async function lookOn(
  look: () => Promise<WatchedMint | undefined>,
  { signal, pollMs = 12_000, isBusy = () => false }: Watch,
): Promise<WatchedMint | undefined> {
  const until = performance.now() + WATCH_MS
  for (; !signal.aborted && performance.now() < until; await pause(pollMs, signal)) {
    if (isHidden() || isBusy()) continue
    const found = await look().catch(() => undefined)
    if (found) return signal.aborted ? undefined : found
  }
  return undefined
}

/** Looks once at the block of a receipt, where there is a new head. */
async function lookAtBlock(
  watched: { receipt: MintReceipt; head: string },
  rpc: Rpc,
  depth: number,
): Promise<WatchedMint | undefined> {
  const { blockNumber, blockHash, transactionHash } = watched.receipt
  const head = await tryRpc<Hex>(rpc, 'eth_blockNumber', [])
  if (!head || head === watched.head) return undefined
  const block = await tryRpc<{ hash: Hex }>(rpc, 'eth_getBlockByNumber', [
    blockNumber,
    false,
  ])
  // Nodes that are behind the others know no such block yet.
  if (!block) return undefined
  watched.head = head
  if (block.hash === blockHash) {
    return BigInt(head) >= BigInt(blockNumber) + BigInt(depth) ? 'safe' : undefined
  }
  const again = await receiptOf(transactionHash, rpc)
  if (again === undefined) return undefined
  if (!again || outcomeOf(again) !== outcomeOf(watched.receipt)) return 'gone'
  // Most blocks in the place of others hold the same.
  watched.receipt = again
  watched.head = ''
  return undefined
}

function outcomeOf({ status, logs }: MintReceipt): string {
  return JSON.stringify([status, logs.map(({ topics, data }) => [topics, data])])
}

/** Looks once whether a node knows a mint that was dropped. */
async function lookForDropped(
  { hash, nonce, account }: PendingMint,
  rpc: Rpc,
): Promise<WatchedMint | undefined> {
  const known = await tryRpc<object>(rpc, 'eth_getTransactionByHash', [hash])
  if (known) return 'gone'
  if (known === undefined || nonce === null) return undefined
  const count = await tryRpc<Hex>(rpc, 'eth_getTransactionCount', [account, 'latest'])
  if (!count || Number(count) <= nonce) return undefined
  // It may have been mined between the two questions.
  const receipt = await receiptOf(hash, rpc)
  if (receipt === undefined) return undefined
  return receipt ? 'gone' : 'safe'
}

function receiptOf(hash: Hex, rpc: Rpc): Promise<MintReceipt | null | undefined> {
  return tryRpc<MintReceipt>(rpc, 'eth_getTransactionReceipt', [hash])
}

function isHidden(): boolean {
  return typeof document !== 'undefined' && document.hidden
}
