import { createRecordStore } from './record-store.ts'
import { createTabChannel, withTabLock } from './tabs.ts'
import type { SentTransaction, TransactionBlockEnd } from './track-transaction.ts'

/**
 * A mint that was sent, stored in this browser so that a reload recovers it; `contract` is the
 * collection.
 */
export type PendingMint = SentTransaction & {
  chainId: number
  /** Id of the bundle that it was sent in (EIP-5792), as long as no node knows its transaction. */
  bundle?: string | undefined
  /** Tokens requested, the unit price with fee in wei, and the phase they belong to. */
  requested: number
  unitWei: bigint
  phaseId: number
  /** The count minted before, for an optimistic counter. */
  mintedBefore: number
  /** Tokens of the phase that the wallet had minted before; null where that was not read. */
  walletMinted: number | null
  /** When it was sent, in ms since 1970 by this machine's clock. */
  sentAt: number
}

/** A mint whose end may still change by a reorg, stored for the same reason. */
export type EndedMint = BlockEnd | MissingEnd

/** An end in a block, which a reorg may remove. */
type BlockEnd = TransactionBlockEnd & { mint: PendingMint }

/**
 * The end of a mint that no node knows: `dropped` for one that a node knew, and may receive again
 * from another; `unseen` for one that none ever knew, which may still be minted under another hash;
 * `unanswered` for one whose request the wallet may still answer, which has no hash of its own.
 */
export type MissingEnd = {
  mint: PendingMint
  end: 'dropped' | 'unseen' | 'unanswered'
  /** Other mints of the wallet that ended since. */
  others?: readonly `0x${string}`[]
}

/** The wallet and the collection that mints are stored by. */
export type MintScope = Pick<PendingMint, 'account' | 'chainId' | 'contract'>

/** Finds the pending mint of a wallet in a collection. */
export async function findPendingMint(
  scope: MintScope,
): Promise<PendingMint | undefined> {
  return pending.get(keyOf(scope))
}

/** Stores a pending mint and notifies the other tabs of this browser. */
export async function savePendingMint(mint: PendingMint): Promise<void> {
  await pending.put(keyOf(mint), mint)
  notifyTabs(mint)
}

/**
 * Stores what became known of a pending mint, its nonce or the hash of a speed-up copy, unless that
 * ended meanwhile.
 */
export async function updateIfPending(changed: PendingMint): Promise<void> {
  await pending.change(keyOf(changed), (kept) =>
    isSameMint(kept, changed) ? { put: changed } : 'keep',
  )
}

/** Deletes an ended mint, unless another one was stored under its key. */
export async function deletePendingMint(mint: PendingMint): Promise<void> {
  await pending.change(keyOf(mint), (kept) =>
    isSameMint(kept, mint) ? 'delete' : 'keep',
  )
  notifyTabs(mint)
}

/** Lists the ended mints of a wallet in a collection that are still to be monitored. */
export async function listEndedMints(scope: MintScope): Promise<EndedMint[]> {
  return ended.list(`${keyOf(scope)}:`)
}

/** Stores an ended mint that is monitored, beside others of its scope. */
export async function saveEndedMint(mint: EndedMint): Promise<void> {
  await ended.put(keyOfEnded(mint), mint)
  // Other panels must not offer the mint as if none had been requested.
  if (mint.end === 'unanswered') notifyTabs(mint.mint)
}

/** Deletes an ended mint that is final, or tracked again. */
export async function deleteEndedMint(mint: EndedMint): Promise<void> {
  await ended.delete(keyOfEnded(mint))
  if (mint.end === 'unanswered') notifyTabs(mint.mint)
}

/** Returns whether a mint is the stored one: a speed-up copy has another hash, but its time. */
function isSameMint(stored: PendingMint | undefined, { sentAt }: PendingMint): boolean {
  return stored?.sentAt === sentAt
}

/** Calls `listener` when another tab sent a mint of this scope, or finished one. */
export function onPendingMint(scope: MintScope, listener: () => void): () => void {
  return channel.subscribe(keyOf(scope), listener)
}

/** Runs `send` unless another tab is sending in the same scope; false then. */
export function withMintLock(
  scope: MintScope,
  send: () => Promise<void>,
): Promise<boolean> {
  return withTabLock(`mint ${keyOf(scope)}`, send)
}

function notifyTabs(scope: MintScope) {
  channel.notify(keyOf(scope))
}

const storeName = 'pending mints'
const channel = createTabChannel(storeName)
// Both in one store of the browser: the keys of ended mints are longer.
const pending = createRecordStore<PendingMint>('platemark', storeName)
const ended = createRecordStore<EndedMint>('platemark', storeName)

function keyOf(scope: MintScope): string {
  return `${scope.account}:${scope.chainId}:${scope.contract}`.toLowerCase()
}

function keyOfEnded({ mint }: EndedMint): string {
  return `${keyOf(mint)}:${mint.sentAt}`
}
