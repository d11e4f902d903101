import type { Refusal } from '@platemark/rules/mint-result-messages'
import type { Address, Hex } from 'viem'
import type { CallOptions, CallShown } from '../call-context.ts'
import type { CallSession } from '../call-session.ts'
import type { AirdropPlan } from './airdrop-plans.ts'
import type { GiftKind } from './batch-gifts.ts'
import type { GivenGift } from './gift.ts'

/** The transaction of a batch. */
export type BatchShown = { gifts: number; tokens: number; gas: bigint }

/** Why an airdrop stopped before a batch was sent. */
export type AirdropFault =
  /** Another tab of this browser sends an airdrop of the collection. */
  { kind: 'other_tab' } | { kind: 'refused'; refusal: Refusal }

/** The parts of a page that an airdrop changes; null where there is nothing to show. */
export type AirdropShown = {
  plan: AirdropPlan
  /** The gifts of the plan that the chain has, by wallet. */
  given: ReadonlyMap<Address, GivenGift>
  /** The work that is done now, besides the transaction of `call`. */
  step: 'reading' | 'trying' | 'sending' | 'confirming' | null
  batch: BatchShown | null
  fault: AirdropFault | null
  /** The last batch was neither mined nor certainly lost: it may still be sent. */
  isUncertain: boolean
  call: CallShown
}

export type AirdropOptions = Omit<
  CallOptions,
  'topic' | 'abi' | 'show' | 'onChanged' | 'findEffect'
> & {
  plan: AirdropPlan
  kind: GiftKind
  /** Gas of one batch; by default what the blocks of the network allow. */
  maxGas?: bigint
  /** Returns the label of a batch. */
  label(batch: BatchShown): string
  show(changes: Partial<AirdropShown>): void
  /** Called with the block in which gifts were mined. */
  onGiven(block: bigint): void
}

/** A session with its state, for the files of the airdrop session only. */
export type AirdropContext = AirdropOptions & {
  call: CallSession
  shownCall: CallShown
  /** Aborted by `end`. */
  signal: AbortSignal
  isRunning: boolean
  isPaused: boolean
  /** Gifts of blocks that are final, and the first block that is not. */
  final: { given: GivenGift[]; next: bigint }
  /** Gifts of receipts, which the nodes that return logs may not have yet. */
  fresh: GivenGift[]
  given: ReadonlyMap<Address, GivenGift>
  /** Hash of the block of the batch that was mined last; null where a reorg took it away. */
  applied: Hex | null
  /** Settles with the last read of gifts; never rejects. */
  refreshed: Promise<void>
  /** Resolve when the state of the transaction changes. */
  waiting: Set<() => void>
}
