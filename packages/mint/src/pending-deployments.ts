import type { Address, Hex } from 'viem'
import { createRecordStore } from './record-store.ts'
import { createTabChannel, withTabLock } from './tabs.ts'

/** A deployment that this browser requested from a wallet, stored so that a reload recovers it. */
export type PendingDeployment = {
  draftId: string
  account: Address
  chainId: number
  /** The factory, which the transaction calls. */
  contract: Address
  /** Address of the collection that it creates. */
  collection: Address
  /** Last second, by the chain's time, in which it can be mined. */
  deadline: number
  /** `UNANSWERED_HASH` until the wallet has answered. */
  hash: Hex
  nonce: number | null
  sinceBlock: bigint
  /** When it was requested or sent, in ms since 1970 by this machine's clock. */
  sentAt: number
}

/** Finds the deployment of a draft that this browser requested last. */
export function findPendingDeployment(
  draftId: string,
): Promise<PendingDeployment | undefined> {
  return store.get(draftId)
}

/** Stores a requested deployment and notifies the other tabs of this browser. */
export async function savePendingDeployment(sent: PendingDeployment): Promise<void> {
  await store.put(sent.draftId, sent)
  channel.notify(sent.draftId)
}

/** Stores what became known of a deployment, unless it ended meanwhile. */
export async function updateIfRequested(changed: PendingDeployment): Promise<void> {
  await store.change(changed.draftId, (kept) =>
    kept?.sentAt === changed.sentAt ? { put: changed } : 'keep',
  )
}

/** Deletes an ended deployment, unless another one was requested meanwhile. */
export async function deletePendingDeployment(ended: PendingDeployment): Promise<void> {
  await store.change(ended.draftId, (kept) =>
    kept?.sentAt === ended.sentAt ? 'delete' : 'keep',
  )
  channel.notify(ended.draftId)
}

/** Calls `listener` when another tab requested a deployment of the draft, or finished one. */
export function onPendingDeployment(draftId: string, listener: () => void): () => void {
  return channel.subscribe(draftId, listener)
}

/** Runs `deploy` unless another tab is deploying the same draft; false then. */
export function withDeploymentLock(
  draftId: string,
  deploy: () => Promise<void>,
): Promise<boolean> {
  return withTabLock(`deploy ${draftId}`, deploy)
}

const storeName = 'pending deployments'
const channel = createTabChannel(storeName)
// A store of its own: an opened database takes no further stores without a new version.
const store = createRecordStore<PendingDeployment>('platemark deployments', storeName)
