import type { MintReceipt } from './receipt.ts'
import { createRecordStore } from './record-store.ts'

/** A mint that was sent, stored in this browser so that a reload recovers it. */
export type PendingMint = {
  /** The wallet that sent it. */
  account: `0x${string}`
  chainId: number
  /** The collection. */
  contract: `0x${string}`
  hash: `0x${string}`
  /** Tokens requested, the unit price with fee in wei, and the phase they belong to. */
  requested: number
  unitWei: bigint
  phaseId: number
  /** The count minted before, for an optimistic counter. */
  mintedBefore: number
  /** The newest block before the transaction. */
  sinceBlock: bigint
  /** Tokens of the phase that the wallet had minted before; null where that was not read. */
  walletMinted: number | null
  /** Its nonce; null as long as no node ever returned the transaction. */
  nonce: number | null
  /** When it was sent, in ms since 1970 by this machine's clock. */
  sentAt: number
}

/** A mint whose end may still change by a reorg, stored for the same reason. */
export type EndedMint = BlockEnd | MissingEnd

/** An end in a block, which a reorg may remove. */
export type BlockEnd = {
  mint: PendingMint
  /** Cancelled, replaced: the wallet used the nonce for a payment to itself, or otherwise. */
  end: 'mined' | 'reverted' | 'cancelled' | 'replaced'
  /** The receipt of the transaction that used the nonce of the mint. */
  receipt: MintReceipt
}

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
  const channel = openChannel()
  channel?.addEventListener('message', ({ data }) => {
    if (data === keyOf(scope)) listener()
  })
  return () => channel?.close()
}

/** Runs `send` unless another tab is sending in the same scope; false then. */
export async function withTabLock(
  scope: MintScope,
  send: () => Promise<void>,
): Promise<boolean> {
  // Pages without TLS have no Web Locks.
  if (!('locks' in navigator)) {
    await send()
    return true
  }
  let isGranted = false
  const options = { ifAvailable: true }
  try {
    return await navigator.locks.request(
      `mint ${keyOf(scope)}`,
      options,
      async (lock) => {
        isGranted = true
        if (lock) await send()
        return lock !== null
      },
    )
  } catch (error) {
    if (isGranted) throw error
    // Neither have frames with an opaque origin.
    await send()
    return true
  }
}

function notifyTabs(scope: MintScope) {
  const channel = openChannel()
  channel?.postMessage(keyOf(scope))
  channel?.close()
}

/** Opens the channel between tabs; undefined where the browser forbids it, as with storage. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(storeName)
  } catch {
    return undefined
  }
}

const storeName = 'pending mints'
// Both in one store of the browser: the keys of ended mints are longer.
const pending = createRecordStore<PendingMint>('platemark', storeName)
const ended = createRecordStore<EndedMint>('platemark', storeName)

function keyOf(scope: MintScope): string {
  return `${scope.account}:${scope.chainId}:${scope.contract}`.toLowerCase()
}

function keyOfEnded({ mint }: EndedMint): string {
  return `${keyOf(mint)}:${mint.sentAt}`
}
