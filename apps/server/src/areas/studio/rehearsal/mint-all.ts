import { toInstant } from '@platemark/api/collection-terms'
import type { RehearsedPhase } from '@platemark/api/rehearsal'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { MAX_PER_MINT, walletLimit } from '@platemark/rules/limits'
import { readOverview } from './deploy-collection.ts'
import {
  listedMinter,
  type Minter,
  mintCall,
  publicMinter,
  type RehearsedCollection,
  splitQuantity,
} from './mint-calls.ts'
import type { RehearsedLists } from './read-lists.ts'
import type { SchedulePhase } from './schedule.ts'
import type { SentCall, ThrowawayChain } from './throwaway-chain.ts'

/** Strangers that mint where nothing limits the supply. */
const UNLIMITED_STRANGERS = 3

type Sale = {
  collection: RehearsedCollection
  maxSupply: number | null
  phases: readonly SchedulePhase[]
  lists: RehearsedLists | undefined
  deployedAt: number
}

type Plan = {
  calls: SentCall[]
  /** Wallets that would mint beyond the most transactions. */
  untried: number
}

/**
 * Mints all that everyone may mint, phase by phase, each as soon as it opens: wallets of a list in
 * the order of its file, strangers in the public phase until nothing is left. At most `most`
 * transactions. Calls `onProgress` with the phases that are done.
 */
export async function mintAll(
  chain: ThrowawayChain,
  sale: Sale,
  most: number,
  onProgress: (done: number, total: number) => void,
): Promise<{ phases: RehearsedPhase[]; endedAt: number }> {
  const { collection, phases, maxSupply } = sale
  const results: RehearsedPhase[] = []
  let time = sale.deployedAt
  let minted = 0
  let left = most
  for (const [done, phase] of phases.entries()) {
    onProgress(done, phases.length)
    const plan = planMints(sale, phase, { most: left, minted })
    // Phases that open together mint one after the other.
    time = Math.max(phase.start, time + 1)
    const before = await readSold(chain, collection)
    const receipts = await chain.mineAt(time, plan.calls)
    const after = await readSold(chain, collection)
    left -= plan.calls.length
    minted = after.minted
    const served = new Set(
      receipts.flatMap(({ isSuccess, from }) => (isSuccess ? [from] : [])),
    )
    const here = after.minted - before.minted
    const feesWei = collection.mintFeeWei * BigInt(here)
    results.push({
      ...describePhase(phase, sale.lists),
      ...{ minters: served.size, untried_wallets: plan.untried, minted: here },
      left: maxSupply === null ? null : maxSupply - after.minted,
      income_wei: String(after.balanceWei - before.balanceWei - feesWei),
      fees_wei: String(feesWei),
    })
  }
  onProgress(phases.length, phases.length)
  const ends = phases.map(({ end }) => (end < NEVER_ENDS ? end : 0))
  return { phases: results, endedAt: Math.max(time, ...ends) }
}

function planMints(
  { collection, lists, maxSupply }: Sale,
  phase: SchedulePhase,
  { most, minted }: { most: number; minted: number },
): Plan {
  const left = Math.min(
    maxSupply === null ? Infinity : maxSupply - minted,
    phase.cap ?? Infinity,
  )
  const minters =
    phase.kind === 'public'
      ? publicMinters(phase, left)
      : (lists?.minters ?? [])
          .filter(({ phase_id }) => phase_id === phase.phase_id)
          .map(listedMinter)
  const calls: SentCall[] = []
  let count = 0
  for (const minter of minters) {
    const quantities = splitQuantity(walletLimit(phase.phase_id, minter.limit))
    if (calls.length + quantities.length > most) break
    for (const quantity of quantities) calls.push(mintCall(collection, minter, quantity))
    count += 1
  }
  const listed = lists?.sums.get(phase.phase_id)?.wallets ?? 0
  const all = phase.kind === 'public' ? minters.length : listed
  return { calls, untried: all - count }
}

/** Returns as many strangers as mint all that is left, one transaction each. */
function publicMinters(phase: SchedulePhase, left: number): Minter[] {
  const limit = Math.min(walletLimit(phase.phase_id, phase.limit), MAX_PER_MINT)
  const count =
    left === Infinity ? UNLIMITED_STRANGERS : Math.ceil(Math.max(left, 1) / limit)
  return Array.from({ length: count }, (_, at) => ({
    ...publicMinter(phase, at + 1),
    limit: Math.min(limit, left === Infinity ? limit : Math.max(left - at * limit, 1)),
  }))
}

function describePhase(phase: SchedulePhase, lists: RehearsedLists | undefined) {
  const sums = phase.kind === 'public' ? undefined : lists?.sums.get(phase.phase_id)
  const { phase_id, kind, title } = phase
  return {
    ...{ phase_id, kind, title },
    start: toInstant(phase.start),
    end: phase.end < NEVER_ENDS ? toInstant(phase.end) : null,
    lowest_price_wei: String(sums?.lowestWei ?? phase.priceWei),
    highest_price_wei: String(sums?.highestWei ?? phase.priceWei),
    wallets: sums?.wallets ?? null,
    asked: sums?.asked ?? null,
  }
}

/** Reads the tokens minted so far, and the coins that the collection holds. */
async function readSold(chain: ThrowawayChain, { address }: RehearsedCollection) {
  const [{ minted }, balanceWei] = await Promise.all([
    readOverview(chain, address),
    chain.client.getBalance({ address }),
  ])
  return { minted: Number(minted), balanceWei }
}
