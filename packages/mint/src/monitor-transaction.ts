import type { Hex } from 'viem'
import { formatQuantity, pause, tryRpc } from './read-contract.ts'
import type { TransactionReceipt } from './receipt.ts'
import type { Rpc } from './rpc.ts'
import type { FindEffect, SentTransaction } from './track-transaction.ts'

/** `gone`: the end that was shown for a transaction no longer holds. */
export type MonitorResult = 'safe' | 'gone'

type MonitorOptions = {
  rpc: Rpc
  signal: AbortSignal
  pollMs?: number
  /** No request is sent while this returns true. */
  isBusy?: () => boolean
  /** Called with the blocks above that of the receipt, when there is a new head. */
  onConfirmations?: (count: number) => void
}

/** The longest time that an ended transaction which a node knew is monitored. */
const MAX_MONITOR_MS = 20 * 60_000

/**
 * Monitors the block of a receipt until it has `depth` blocks above it (`safe`), or a reorg
 * replaced it by one without the same outcome (`gone`). Undefined after twenty minutes and when
 * the signal aborts; polls only while the page is visible.
 */
export async function monitorBlock(
  receipt: TransactionReceipt,
  depth: number,
  options: MonitorOptions,
): Promise<MonitorResult | undefined> {
  if (depth === 0) return 'safe'
  const checked = { receipt, head: '' }
  return poll(() => checkBlock(checked, options, depth), options)
}

/**
 * Monitors a transaction that counts as dropped until another one used its nonce (`safe`), or a
 * node knows it after all (`gone`); one that no node ever knew also until `findEffect` finds it
 * under another hash (`gone`), without a limit of time, because it may wait for people. Otherwise
 * undefined as with `monitorBlock`.
 */
export async function monitorMissing(
  sent: SentTransaction,
  options: MonitorOptions & { findEffect?: FindEffect },
): Promise<MonitorResult | undefined> {
  const maxMs = sent.nonce === null ? Number.POSITIVE_INFINITY : MAX_MONITOR_MS
  return poll(() => checkMissing(sent, options), options, maxMs)
}

async function poll(
  check: () => Promise<MonitorResult | undefined>,
  { signal, pollMs = 12_000, isBusy = () => false }: MonitorOptions,
  maxMs = MAX_MONITOR_MS,
): Promise<MonitorResult | undefined> {
  const until = performance.now() + maxMs
  for (; !signal.aborted && performance.now() < until; await pause(pollMs, signal)) {
    if (isHidden() || isBusy()) continue
    const found = await check().catch(() => undefined)
    if (found) return signal.aborted ? undefined : found
  }
  return undefined
}

/** Checks the block of a receipt once, if there is a new head. */
async function checkBlock(
  checked: { receipt: TransactionReceipt; head: string },
  { rpc, onConfirmations }: MonitorOptions,
  depth: number,
): Promise<MonitorResult | undefined> {
  const { blockNumber, blockHash, transactionHash } = checked.receipt
  const head = await tryRpc<Hex>(rpc, 'eth_blockNumber', [])
  if (!head || head === checked.head) return undefined
  const block = await tryRpc<{ hash: Hex }>(rpc, 'eth_getBlockByNumber', [
    // Nodes refuse zeros before a quantity, which others return.
    formatQuantity(BigInt(blockNumber)),
    false,
  ])
  // Nodes that lag behind do not have the block yet.
  if (!block) return undefined
  checked.head = head
  if (block.hash === blockHash) {
    const count = Number(BigInt(head) - BigInt(blockNumber))
    onConfirmations?.(Math.max(count, 0))
    return count >= depth ? 'safe' : undefined
  }
  const again = await fetchReceipt(transactionHash, rpc)
  if (again === undefined) return undefined
  if (!again || serializeOutcome(again) !== serializeOutcome(checked.receipt))
    return 'gone'
  // Most blocks that replace another one include the same transactions.
  checked.receipt = again
  checked.head = ''
  return undefined
}

function serializeOutcome({ status, logs }: TransactionReceipt): string {
  return JSON.stringify([status, logs.map(({ topics, data }) => [topics, data])])
}

/** Checks once whether a node knows a transaction, or the chain has it under another hash. */
async function checkMissing(
  { hash, nonce, account }: SentTransaction,
  { rpc, findEffect }: { rpc: Rpc; findEffect?: FindEffect },
): Promise<MonitorResult | undefined> {
  const known = await tryRpc<object>(rpc, 'eth_getTransactionByHash', [hash])
  if (known) return 'gone'
  if (known === undefined) return undefined
  if (nonce === null) {
    const receipt = (await fetchReceipt(hash, rpc)) ?? (await findEffect?.())
    return receipt ? 'gone' : undefined
  }
  const count = await tryRpc<Hex>(rpc, 'eth_getTransactionCount', [account, 'latest'])
  if (!count || Number(count) <= nonce) return undefined
  // It may have been mined between the two requests.
  const receipt = await fetchReceipt(hash, rpc)
  if (receipt === undefined) return undefined
  return receipt ? 'gone' : 'safe'
}

function fetchReceipt(
  hash: Hex,
  rpc: Rpc,
): Promise<TransactionReceipt | null | undefined> {
  return tryRpc<TransactionReceipt>(rpc, 'eth_getTransactionReceipt', [hash])
}

function isHidden(): boolean {
  return typeof document !== 'undefined' && document.hidden
}
