import { shortAddress } from './amounts.ts'
import type { MintPhase, WalletPhase } from './mint-phase.ts'
import {
  contractRefusalMessage,
  type RefusalContext,
  type RefusalValues,
} from './refusal-messages.ts'

/** Names for the sentences about a mint. */
export type MintSubject = RefusalContext & { wallet: string }

/** The reason why a mint was not sent. */
export type Refusal =
  | { kind: 'rejected' }
  /** The wallet already shows a request. */
  | { kind: 'busy' }
  /** The wallet did not answer before the mint was requested. */
  | { kind: 'silent' }
  /** The wallet has not answered the mint, and may still send it. */
  | { kind: 'unanswered' }
  /** The wallet switched to another network. */
  | { kind: 'moved' }
  /** The wallet switched to another account. */
  | { kind: 'switched' }
  /** The wallet returned no transaction hash. */
  | { kind: 'unnumbered' }
  | { kind: 'funds' }
  /** `data`: the revert data, or null. */
  | { kind: 'contract'; error: string; values: RefusalValues; data: string | null }
  | { kind: 'unreachable' }
  /** `message`: the wallet's own words on one line, or empty. */
  | { kind: 'unknown'; message: string }
  /** A defect of this code. */
  | { kind: 'own' }

/** Returns the names of a phase for sentences; `own` are the terms of the wallet, where known. */
export function phaseNames(
  phaseId: number,
  phases: readonly MintPhase[],
  own: readonly WalletPhase[] | null | undefined,
): MintSubject['phase'] {
  const phase = phases.find((one) => one.phaseId === phaseId)
  const offer = own?.find((one) => one.phaseId === phaseId)
  return {
    title: phase?.title ?? 'The phase',
    allowed: offer?.isListed ? offer.allowed : (phase?.maxPerWallet ?? 0),
  }
}

/** The ends of a mint that was sent and of which no token is known. */
export type FailedEnd =
  | 'cancelled'
  | 'replaced'
  | 'dropped'
  | 'reverted'
  | 'unseen'
  /** The wallet gave a bundle up before a node had it (status 400 of EIP-5792). */
  | 'unsent'

/**
 * What each end proves about the wallet's money, and the one rule by which a sentence may claim that
 * nothing was charged: only of a transaction that a node knew and that none knows any more. A hash
 * that no node ever knew proves nothing, because its mint may happen under another hash.
 */
const provenCharge = {
  cancelled: 'Only a network fee was spent',
  reverted: 'Only the network fee was spent',
  dropped: 'Nothing was charged. You can mint again',
  replaced: 'Nothing was minted',
  unseen: null,
  unsent: null,
} as const satisfies Record<FailedEnd, string | null>

/** Returns the message of a mint that was not sent. */
export function refusalMessage(refusal: Refusal, subject: MintSubject): string {
  switch (refusal.kind) {
    case 'rejected':
      return 'You closed the request in your wallet. Nothing was sent.'
    case 'busy':
      return `${subject.wallet} already has a request open. Finish it there.`
    case 'silent':
      return `${subject.wallet} has not answered. Open it and look for a request, or try again. Nothing was sent.`
    case 'unanswered':
      return `${subject.wallet} has not answered your mint and may still send it. Look there before you mint again. The mint shows here once it is sent.`
    case 'moved':
      return `${subject.wallet} is on another network now. Nothing was sent.`
    case 'switched':
      return `${subject.wallet} is on another account now. Nothing was sent.`
    case 'unnumbered':
      return `${subject.wallet} returned no transaction. The mint may still arrive, so look there before you try again.`
    case 'funds':
      return 'Your wallet does not hold enough for the price and the network fee. Nothing was sent.'
    case 'unreachable':
      return `${subject.network} did not answer. Nothing was sent.`
    case 'contract':
      return (
        contractRefusalMessage(refusal, subject, false) ??
        `The contract refused this mint for an unknown reason (code ${(refusal.data ?? refusal.error).slice(0, 10)}). Nothing was sent.`
      )
    case 'unknown':
      return refusal.message
        ? `${subject.wallet} could not send it: ${refusal.message.replace(/\.$/, '')}.`
        : `${subject.wallet} could not send it and gave no reason. Look there before you try again.`
    case 'own':
      return `Something went wrong here. Check ${subject.wallet} for a pending transaction, then reload the page.`
  }
}

/** Returns the message of a failed mint; `reason` is the revert reason of a new simulation. */
export function endMessage(
  { end }: { end: FailedEnd },
  subject: MintSubject,
  reason: Refusal | undefined,
): string {
  switch (end) {
    case 'cancelled':
      return `You cancelled in your wallet. ${provenCharge[end]}.`
    case 'replaced':
      return `Your wallet sent another transaction in its place. ${provenCharge[end]}.`
    case 'dropped':
      return `${subject.network} dropped the transaction. ${provenCharge[end]}.`
    case 'unseen':
      return `No node of ${subject.network} has seen this transaction. ${subject.wallet} may wait for other signatures, so look there before you mint again. The mint shows here once it arrives.`
    case 'unsent':
      return `${subject.wallet} dropped the mint before it reached ${subject.network}. Check there before you mint again.`
    case 'reverted':
      return (
        (reason?.kind === 'contract'
          ? contractRefusalMessage(reason, subject, true)
          : undefined) ?? `The mint failed on ${subject.network}. ${provenCharge[end]}.`
      )
  }
}

/** Returns the message on a speed-up copy of a pending mint; `hash` is that of the copy. */
export function copyMessage(hash: string): string {
  return `Your wallet sent the mint again with a higher fee. This panel now tracks ${shortAddress(hash)}.`
}

/** Returns why an ended mint is tracked again: a reorg, or it was not dropped after all. */
export function returnMessage(
  { network }: Pick<MintSubject, 'network'>,
  end: 'mined' | FailedEnd,
): string {
  switch (end) {
    case 'mined':
      return `${network} reorganised. Your mint is being confirmed again.`
    case 'dropped':
    case 'unseen':
      return `${network} has your mint after all. It may still be confirmed.`
    default:
      return `${network} reorganised. Your failed mint may still be confirmed.`
  }
}

/** Returns the message of a transaction that succeeded without minting for the wallet. */
export function nothingMintedMessage({ network }: Pick<MintSubject, 'network'>): string {
  return `The transaction went through on ${network}, but it minted nothing for this wallet. Look at it in your wallet.`
}

/** Returns the message of a mint whose receipt cannot be read. */
export function unreadMessage({ network }: Pick<MintSubject, 'network'>): string {
  return `The transaction is in a block of ${network}, but its receipt cannot be read. Look at it in your wallet.`
}
