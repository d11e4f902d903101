import {
  endMessage,
  type MintSubject,
  nothingMintedMessage,
  type Refusal,
  unreadMessage,
} from '@platemark/rules/mint-result-messages'
import type { MintAttempt, MintResult } from '@platemark/rules/mint-state-types'
import type { MintOrder } from './mint-order.ts'
import type { PendingMint } from './pending-mints.ts'
import { decodeMinted, type TransactionReceipt } from './receipt.ts'
import { reportRefusal } from './refusal.ts'
import type { BlockTag, Rpc } from './rpc.ts'
import { simulateMint } from './send-mint.ts'
import type { TransactionEnd } from './track-transaction.ts'
import { UNANSWERED_HASH } from './unanswered-hash.ts'

/** The parts of a mint panel that a session changes; null where there is nothing to show. */
export type MintShown = {
  attempt: MintAttempt | null
  result: MintResult | null
  /** Why the last attempt failed, until the next one. */
  fault: string | null
  /** A request that the wallet may still answer with a mint; stands beside every offer to mint. */
  warning: string | null
  /** The revert data of a contract error that has no sentence. */
  faultCode: string | null
  /** A count that the index has yet to reach. */
  optimisticMinted: { minted: number; phaseId: number } | null
}

type ResultContext = {
  rpc: Rpc
  blockTag: BlockTag
  subjectOf(phaseId: number): MintSubject
}

/** Returns the shown result of a mint; `order` is simulated again to find a revert reason. */
export async function mintResult(
  context: ResultContext,
  sent: PendingMint,
  end: TransactionEnd,
  order: MintOrder | undefined,
): Promise<Partial<MintShown>> {
  const subject = context.subjectOf(sent.phaseId)
  const nothing = (fault: string) => ({ attempt: null, optimisticMinted: null, fault })
  if (end.end !== 'mined') {
    const isSimulated = end.end === 'reverted' && order
    const reason = isSimulated ? await findRevertReason(context, order) : undefined
    return nothing(endMessage({ end: end.end }, subject, reason))
  }
  const result = parseResult(sent, end.receipt)
  if (!result) return nothing(unreadMessage(subject))
  if (result.quantity === 0) return nothing(nothingMintedMessage(subject))
  return {
    attempt: null,
    fault: null,
    result,
    optimisticMinted: optimisticMinted(sent, result.quantity),
  }
}

/** Reads the minted tokens from the receipt; undefined where it is malformed. */
function parseResult(
  sent: PendingMint,
  receipt: TransactionReceipt,
): MintResult | undefined {
  const { requested, unitWei } = sent
  try {
    const minted = decodeMinted(receipt, sent)
    // A wallet may put further mints into the same transaction.
    const missing = Math.max(requested - minted.quantity, 0)
    const returnedWei = unitWei * BigInt(missing)
    return { ...minted, requested, hash: receipt.transactionHash, returnedWei }
  } catch {
    return undefined
  }
}

/** Simulates the same mint again: the reason of a revert seldom disappears that quickly. */
function findRevertReason(
  { rpc, blockTag }: ResultContext,
  order: MintOrder,
): Promise<Refusal | undefined> {
  return simulateMint(rpc, order, blockTag).then(() => undefined, reportRefusal)
}

/** Returns a pending mint as it is shown. */
export function mintAttempt(
  { requested, hash, bundle, unitWei, sentAt }: PendingMint,
  step: 'sent' | 'unseen' = 'sent',
): MintAttempt {
  const totalWei = unitWei * BigInt(requested)
  const isKnown = hash !== UNANSWERED_HASH && bundle === undefined
  return { step, quantity: requested, hash: isKnown ? hash : null, totalWei, sentAt }
}

/** Returns the count that the indexer reaches with `quantity` tokens of a mint. */
export function optimisticMinted(
  { mintedBefore, phaseId }: PendingMint,
  quantity: number,
) {
  return { minted: mintedBefore + quantity, phaseId }
}
