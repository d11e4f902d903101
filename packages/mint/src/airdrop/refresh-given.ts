import { parseQuantity, pause } from '../read-contract.ts'
import { nodeFailed } from '../refusal.ts'
import type { AirdropContext } from './airdrop-context.ts'
import { type AirdropPlan, saveAirdropPlan } from './airdrop-plans.ts'
import { matchGiven, readGiven } from './find-given.ts'

/** Stores a changed plan and shows it. */
export async function changePlan(
  session: AirdropContext,
  changes: Partial<AirdropPlan>,
): Promise<void> {
  session.plan = { ...session.plan, ...changes }
  session.show({ plan: session.plan })
  await saveAirdropPlan(session.plan)
}

/**
 * Reads from the chain which gifts of the plan were made. Gifts of receipts count until their
 * blocks are final: a node that lags behind has no log of them yet. Rejects with a `NodeError`.
 */
export function refreshGiven(session: AirdropContext): Promise<void> {
  const refreshed = session.refreshed.then(() => refresh(session))
  // One after the other: an older result must not take the place of a newer one.
  session.refreshed = refreshed.catch(() => undefined)
  return refreshed
}

async function refresh(session: AirdropContext): Promise<void> {
  const { plan, rpc, depth, final, signal, pollMs = 1000 } = session
  const { contract, sinceBlock } = plan
  let known = sinceBlock
  for (const { block } of session.fresh) if (block > known) known = block
  let head = await readHead(session)
  while (head < known && !signal.aborted) {
    await pause(pollMs, signal)
    head = await readHead(session)
  }
  const range = { contract, from: final.next, to: head }
  const read = await readGiven(rpc, range).catch(nodeFailed)
  const keep = BigInt(Math.max(depth, 1))
  const logged = [...final.given, ...read]
  session.fresh = session.fresh.filter(({ block }) => block + keep > head)
  const last = head - keep
  if (last >= final.next) {
    final.given.push(...read.filter(({ block }) => block <= last))
    final.next = last + 1n
  }
  session.given = matchGiven(plan.gifts, [...logged, ...session.fresh])
  session.show({ given: session.given })
  const isMined = session.plan.sending?.some((address) => session.given.has(address))
  if (isMined) await changePlan(session, { sending: null })
}

function readHead({ rpc }: AirdropContext): Promise<bigint> {
  return rpc('eth_blockNumber', []).then(parseQuantity).catch(nodeFailed)
}
