import type { Address } from 'viem'
import { createRecordStore } from '../record-store.ts'
import { createTabChannel, withTabLock } from '../tabs.ts'
import type { Gift, GivenGift, RefusedGift } from './gift.ts'

/** Collection that an airdrop gives from. */
export type AirdropScope = { chainId: number; contract: Address }

/** An airdrop as this browser keeps it, so that it goes on after a reload. */
export type AirdropPlan = AirdropScope & {
  /** When it was made, in ms since 1970 by this machine's clock; unique for a collection. */
  startedAt: number
  /** The owner who made it. */
  account: Address
  /** Name of the file, or `Pasted`. */
  source: string
  /** The newest block before it: gifts in later blocks are its own. */
  sinceBlock: bigint
  gifts: readonly Gift[]
  /** Gifts of the file that are not made again, with the earlier ones to the same wallets. */
  earlier: readonly { gift: Gift; given: GivenGift }[]
  refused: readonly RefusedGift[]
  /** Wallets of the batch that was requested last, as long as its end is not certain. */
  sending: readonly Address[] | null
  /** The gifts on the chain, once it ended. */
  given: readonly GivenGift[]
  /** As `startedAt`; null until it ended. */
  endedAt: number | null
}

/** Lists the airdrops of a collection that this browser keeps, the newest first. */
export async function listAirdropPlans(scope: AirdropScope): Promise<AirdropPlan[]> {
  const plans = await store.list(`${scopeKey(scope)}:`)
  return plans.sort((one, other) => other.startedAt - one.startedAt)
}

/** Finds the newest state of an airdrop, which another tab may have changed. */
export function findAirdropPlan(plan: AirdropPlan): Promise<AirdropPlan | undefined> {
  return store.get(planKey(plan))
}

/** Stores an airdrop and notifies the other tabs of this browser. */
export async function saveAirdropPlan(plan: AirdropPlan): Promise<void> {
  await store.put(planKey(plan), plan)
  channel.notify(scopeKey(plan))
}

/** Calls `listener` when another tab changed an airdrop of the collection. */
export function onAirdropPlan(scope: AirdropScope, listener: () => void): () => void {
  return channel.subscribe(scopeKey(scope), listener)
}

/** Runs `work` unless another tab sends an airdrop of the collection; false then. */
export function withAirdropLock(
  scope: AirdropScope,
  work: () => Promise<void>,
): Promise<boolean> {
  return withTabLock(`airdrop ${scopeKey(scope)}`, work)
}

function scopeKey({ chainId, contract }: AirdropScope): string {
  return `${chainId}:${contract}`.toLowerCase()
}

function planKey(plan: AirdropPlan): string {
  return `${scopeKey(plan)}:${plan.startedAt}`
}

const storeName = 'airdrops'
const channel = createTabChannel('platemark airdrops')
// A store of its own: an opened database takes no further stores without a new version.
const store = createRecordStore<AirdropPlan>('platemark airdrops', storeName)
