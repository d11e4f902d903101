import { roundToGwei } from './amounts.ts'
import { creatorRefusal } from './creator-messages.ts'
import { type FailedEnd, type Refusal, refusalMessage } from './mint-result-messages.ts'

/** Why a transaction to a contract changed nothing. */
export type CallFault =
  /** It was not sent. */
  | { kind: 'refused'; refusal: Refusal }
  /** The wallet cannot pay the network fee, in wei. */
  | { kind: 'short'; neededWei: bigint; balanceWei: bigint }
  /** Another tab of this browser is sending it. */
  | { kind: 'other_tab' }
  /** It was sent, and changed nothing; `reason` of a revert, where it is known. */
  | { kind: 'ended'; end: FailedEnd; reason: Refusal | null }

/** Names for the sentences about a transaction, and the formats of amounts and times. */
export type CallSubject = {
  network: string
  /** Name of the wallet's program. */
  wallet: string
  /** The address that can sign it, shortened. */
  signer: string
  /** Wei to an amount with its unit. */
  amount(wei: bigint): string
  /** Unix seconds to a day and time. */
  when(at: number): string
}

/** Next actions that are offered. */
export type CallWayOn =
  | 'retry'
  | 'get_funds'
  | 'switch_network'
  | 'switch_account'
  | 'none'

export type CallMessage = { title: string; text: string; wayOn: CallWayOn }

/** Returns the message of a transaction that changed nothing. */
export function callMessage(fault: CallFault, subject: CallSubject): CallMessage {
  const { network, amount } = subject
  switch (fault.kind) {
    case 'refused':
      return refused(fault.refusal, subject)
    case 'short':
      return {
        title: 'Not enough for the network fee',
        text: `The network fee needs about ${amount(roundToGwei(fault.neededWei))} on ${network}, and this wallet has ${amount(roundToGwei(fault.balanceWei, 'down'))}. Nothing was sent.`,
        wayOn: 'get_funds',
      }
    case 'other_tab':
      return {
        title: 'Another tab is sending this',
        text: 'Finish it there. This tab shows the result.',
        wayOn: 'none',
      }
    case 'ended':
      return ended(fault, subject)
  }
}

/** Stands beside a request that the wallet may still answer. */
export const openRequestText =
  'A request may still be open in your wallet: confirm or decline it there. If it is sent, it shows here.'

function refused(refusal: Refusal, subject: CallSubject): CallMessage {
  const { network, wallet, signer } = subject
  switch (refusal.kind) {
    case 'rejected':
      return {
        title: 'You declined in the wallet',
        text: 'Nothing was sent and nothing was charged.',
        wayOn: 'retry',
      }
    case 'moved':
      return {
        title: `${wallet} is on another network`,
        text: `Switch it to ${network} and sign again. Nothing was sent.`,
        wayOn: 'switch_network',
      }
    case 'switched':
      return {
        title: `${wallet} is on another account`,
        text: `Only ${signer} can sign this. Choose that account in ${wallet} and try again. Nothing was sent.`,
        wayOn: 'switch_account',
      }
    case 'unanswered':
      return {
        title: `${wallet} has not answered`,
        text: openRequestText,
        wayOn: 'none',
      }
    case 'unnumbered':
      return {
        title: `${wallet} returned no transaction`,
        text: `It may still have sent it. Check there before you sign again. The values here are those of ${network}.`,
        wayOn: 'retry',
      }
    case 'funds':
      return {
        title: 'Not enough for the network fee',
        text: `This wallet does not hold enough on ${network} for the network fee. Nothing was sent.`,
        wayOn: 'get_funds',
      }
    case 'contract':
      return {
        title: 'The contract refused this',
        text: `${reasonText(refusal, subject)} Nothing was sent.`,
        wayOn: 'none',
      }
    case 'own':
      return {
        title: 'This page failed',
        text: `Something went wrong here. Check ${wallet} for a pending transaction, then reload the page.`,
        wayOn: 'none',
      }
    default:
      return {
        title: 'Nothing was changed',
        text: refusalMessage(refusal, withoutPhase(subject)),
        wayOn: 'retry',
      }
  }
}

function ended(
  { end, reason }: Extract<CallFault, { kind: 'ended' }>,
  subject: CallSubject,
): CallMessage {
  const { network, wallet } = subject
  switch (end) {
    case 'cancelled':
      return {
        title: 'You cancelled it in the wallet',
        text: 'Only a network fee was spent. Nothing was changed.',
        wayOn: 'retry',
      }
    case 'replaced':
      return {
        title: 'Another transaction took its place',
        text: `${wallet} sent another transaction with the same number. This one changed nothing.`,
        wayOn: 'retry',
      }
    case 'dropped':
      return {
        title: `${network} dropped the transaction`,
        text: 'Nothing was changed and nothing was charged. You can sign it again.',
        wayOn: 'retry',
      }
    case 'unseen':
    case 'unsent':
      return {
        title: `No node of ${network} has seen the transaction`,
        text: `${wallet} may wait for other signatures. Look there before you sign again. The values here are those of ${network}.`,
        wayOn: 'retry',
      }
    case 'reverted': {
      const why = reason?.kind === 'contract' ? `${reasonText(reason, subject)} ` : ''
      return {
        title: `It failed on ${network}`,
        text: `${why}Nothing was changed. Only the network fee was spent.`,
        wayOn: 'retry',
      }
    }
  }
}

/** Returns the sentence of a contract's error about a change or a creation. */
export function reasonText(
  refusal: Extract<Refusal, { kind: 'contract' }>,
  subject: Pick<CallSubject, 'amount' | 'when'>,
): string {
  const { amount, when } = subject
  return (
    creatorRefusal(refusal, { amount, when, count: String }) ??
    `The reason is unknown (code ${(refusal.data ?? refusal.error).slice(0, 10)}).`
  )
}

/** The messages shared with mints name a phase; those of creators do not. */
export function withoutPhase<T extends object>(subject: T) {
  return { ...subject, phase: { title: '', allowed: 0 }, now: 0 }
}
