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
import { decodeMinted, type MintReceipt } from './receipt.ts'
import { sortedRefusal } from './refusal.ts'
import type { BlockTag, Rpc } from './rpc.ts'
import { simulateMint } from './send-mint.ts'
import type { MintEnd } from './track-transaction.ts'

/** What a panel shows of minting; null where there is nothing of it. */
export type MintShown = {
  attempt: MintAttempt | null
  result: MintResult | null
  /** What went wrong in the last try, until the next. */
  fault: string | null
  /** What the contract said, where nobody knows its meaning. */
  faultCode: string | null
  /** A count that the index has yet to reach. */
  ahead: { minted: number; phaseId: number } | null
}

type Telling = {
  rpc: Rpc
  blockTag: BlockTag
  subjectOf(phaseId: number): MintSubject
}

/** How a mint came out, as it is shown; `order` is tried again for the reason of a revert. */
export async function mintResult(
  telling: Telling,
  sent: PendingMint,
  end: MintEnd,
  order: MintOrder | undefined,
): Promise<Partial<MintShown>> {
  const subject = telling.subjectOf(sent.phaseId)
  const nothing = (fault: string) => ({ attempt: null, ahead: null, fault })
  if (end.end !== 'mined') {
    const isAsked = end.end === 'reverted' && order
    const reason = isAsked ? await reasonOf(telling, order) : undefined
    return nothing(endMessage({ end: end.end }, subject, reason))
  }
  const result = resultOf(sent, end.receipt)
  if (!result) return nothing(unreadMessage(subject))
  if (result.quantity === 0) return nothing(nothingMintedMessage(subject))
  return {
    attempt: null,
    fault: null,
    result,
    ahead: optimisticMinted(sent, result.quantity),
  }
}

/** What a mined mint brought, or undefined where its receipt is not one. */
function resultOf(sent: PendingMint, receipt: MintReceipt): MintResult | undefined {
  const { asked, unitWei } = sent
  try {
    const minted = decodeMinted(receipt, sent)
    const returnedWei = unitWei * BigInt(asked - minted.quantity)
    return { ...minted, asked, hash: receipt.transactionHash, returnedWei }
  } catch {
    return undefined
  }
}

/** What the contract says to the same mint now: a reason is seldom gone that quickly. */
function reasonOf(
  { rpc, blockTag }: Telling,
  order: MintOrder,
): Promise<Refusal | undefined> {
  return simulateMint(rpc, order, blockTag).then(() => undefined, sortedRefusal)
}

/** A mint on its way, as it is shown. */
export function mintAttempt({ asked, hash, unitWei, sentAt }: PendingMint): MintAttempt {
  const totalWei = unitWei * BigInt(asked)
  return { step: 'sent', quantity: asked, hash, totalWei, sentAt }
}

/** The count that the index reaches with `quantity` tokens of a mint. */
export function optimisticMinted(
  { mintedBefore, phaseId }: PendingMint,
  quantity: number,
) {
  return { minted: mintedBefore + quantity, phaseId }
}
