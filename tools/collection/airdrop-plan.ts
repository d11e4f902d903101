import type { AirdropPlan } from '@platemark/mint/airdrop/airdrop-plans'
import type { GivenGift } from '@platemark/mint/airdrop/gift'
import type { StoredAirdrop } from './state-file.ts'

/** The parts of a plan that the state of a collection does not repeat. */
type PlanScope = Pick<AirdropPlan, 'account' | 'chainId' | 'contract'>

/** Returns a plan as the state keeps it; `fileHash` is the SHA-256 of its list. */
export function storePlan(plan: AirdropPlan, fileHash: string): StoredAirdrop {
  return {
    ...{ file_hash: fileHash, source: plan.source },
    ...{ started_at: plan.startedAt, ended_at: plan.endedAt },
    since_block: String(plan.sinceBlock),
    gifts: [...plan.gifts],
    earlier: plan.earlier.map(({ gift, given }) => ({ gift, given: storeGiven(given) })),
    refused: [...plan.refused],
    sending: plan.sending && [...plan.sending],
    given: plan.given.map(storeGiven),
  }
}

/** Returns the plan that a state keeps. */
export function restorePlan(stored: StoredAirdrop, scope: PlanScope): AirdropPlan {
  const { source, gifts, refused, sending } = stored
  return {
    ...scope,
    ...{ source, gifts, refused, sending },
    ...{ startedAt: stored.started_at, endedAt: stored.ended_at },
    sinceBlock: BigInt(stored.since_block),
    earlier: stored.earlier.map(({ gift, given }) => ({
      gift,
      given: { ...given, block: BigInt(given.block) },
    })),
    given: stored.given.map((given) => ({ ...given, block: BigInt(given.block) })),
  }
}

function storeGiven({ address, quantity, hash, block }: GivenGift) {
  return { address, quantity, hash, block: String(block) }
}
