import { roundToGwei } from './amounts.ts'
import { creatorRefusal } from './creator-messages.ts'
import { type FailedEnd, type Refusal, refusalMessage } from './mint-result-messages.ts'

/** Why a deployment did not come about. */
export type DeploymentFault =
  /** It was not sent. */
  | { kind: 'refused'; refusal: Refusal }
  /** The wallet cannot pay the network fee, in wei. */
  | { kind: 'short'; neededWei: bigint; balanceWei: bigint }
  /** The server prepared nothing; `error` is what it answered. */
  | { kind: 'unprepared'; error: unknown }
  /** Another tab of this browser is deploying it. */
  | { kind: 'other_tab' }
  /** It was sent, and ended without a collection; `reason` of a revert, where it is known. */
  | { kind: 'ended'; end: FailedEnd; reason: Refusal | null }
  /** It was mined, and created nothing. */
  | { kind: 'nothing' }
  /** It can no longer be mined. `wasSent`: its transaction may still be in the wallet. */
  | { kind: 'expired'; wasSent: boolean }

/** Names for the sentences about a deployment, and the formats of amounts and times. */
export type DeploymentSubject = {
  network: string
  /** Name of the wallet's program. */
  wallet: string
  /** The address that can deploy the draft, shortened. */
  creator: string
  /** Wei to an amount with its unit. */
  amount(wei: bigint): string
  /** Unix seconds to a day and time. */
  when(at: number): string
}

/** Next actions that are offered. */
type WayOn = 'retry' | 'get_funds' | 'switch_network' | 'switch_account' | 'edit' | 'none'

export type DeploymentMessage = { title: string; text: string; wayOn: WayOn }

/**
 * Returns the message of a deployment that did not come about; undefined for what the server
 * answered, which has its own sentence.
 */
export function deploymentMessage(
  fault: DeploymentFault,
  subject: DeploymentSubject,
): DeploymentMessage | undefined {
  const { network, wallet, amount } = subject
  switch (fault.kind) {
    case 'refused':
      return refused(fault.refusal, subject)
    case 'short':
      return {
        title: 'Not enough for the network fee',
        text: `The network fee needs about ${amount(roundToGwei(fault.neededWei))} on ${network}, and this wallet has ${amount(roundToGwei(fault.balanceWei, 'down'))}. Nothing was sent.`,
        wayOn: 'get_funds',
      }
    case 'unprepared':
      return undefined
    case 'other_tab':
      return {
        title: 'Another tab is deploying this collection',
        text: 'Finish it there. This tab shows what becomes of it.',
        wayOn: 'none',
      }
    case 'nothing':
      return {
        title: 'Nothing was created',
        text: `The transaction went through on ${network} without creating the collection. Look at it in ${wallet}, then try again.`,
        wayOn: 'retry',
      }
    case 'expired':
      return {
        title: 'The time to deploy has passed',
        text: fault.wasSent
          ? `The transaction was not mined in time, so it can no longer create the collection. If ${wallet} still shows it, cancel it there: it would only cost a network fee.`
          : 'The prepared transaction can no longer create the collection. The draft opens again; change it, or deploy it anew.',
        wayOn: 'edit',
      }
    case 'ended':
      return ended(fault, subject)
  }
}

function refused(refusal: Refusal, subject: DeploymentSubject): DeploymentMessage {
  const { network, wallet, creator } = subject
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
        text: `Switch it to ${network} and deploy again. Nothing was sent.`,
        wayOn: 'switch_network',
      }
    case 'switched':
      return {
        title: `${wallet} is on another account`,
        text: `Only ${creator} can deploy this draft. Choose that account in ${wallet} and try again. Nothing was sent.`,
        wayOn: 'switch_account',
      }
    case 'unanswered':
      return {
        title: `${wallet} has not answered`,
        text: unansweredText,
        wayOn: 'retry',
      }
    case 'unnumbered':
      return {
        title: `${wallet} returned no transaction`,
        text: 'It may have sent the deployment all the same. If so, the collection shows here once it is mined; it cannot be deployed twice.',
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
        title: 'The contract refused this collection',
        text: contractText(refusal, subject),
        wayOn:
          refusal.error === 'Expired' || refusal.error === 'FeeChanged'
            ? 'edit'
            : 'retry',
      }
    case 'own':
      return {
        title: 'This page failed',
        text: `A fault of this page stopped the deployment. Look in ${wallet} whether anything was sent, then reload the page.`,
        wayOn: 'retry',
      }
    default:
      return {
        title: 'Nothing was deployed',
        text: refusalMessage(refusal, toSubject(subject)),
        wayOn: 'retry',
      }
  }
}

/** Stands beside a request that the wallet may still answer. */
export const unansweredText =
  'A request may still be open in your wallet: confirm or decline it there. If it is sent, it shows here. It cannot be deployed twice.'

function ended(
  { end, reason }: Extract<DeploymentFault, { kind: 'ended' }>,
  subject: DeploymentSubject,
): DeploymentMessage {
  const { network, wallet } = subject
  switch (end) {
    case 'cancelled':
      return {
        title: 'You cancelled it in the wallet',
        text: 'Only a network fee was spent. The draft is as it was.',
        wayOn: 'retry',
      }
    case 'replaced':
      return {
        title: 'Another transaction took its place',
        text: `${wallet} sent another transaction with the same number. Nothing was created.`,
        wayOn: 'retry',
      }
    case 'dropped':
      return {
        title: `${network} dropped the transaction`,
        text: 'Nothing was charged. You can send it again; it cannot be deployed twice.',
        wayOn: 'retry',
      }
    case 'unseen':
      return {
        title: `No node of ${network} has seen the transaction`,
        text: `${wallet} may wait for other signatures. Look there before you try again; the collection shows here once it is mined.`,
        wayOn: 'retry',
      }
    case 'reverted': {
      const why = reason?.kind === 'contract' ? contractText(reason, subject) : ''
      return {
        title: `The deployment failed on ${network}`,
        text: `${why ? `${why} ` : ''}Only the network fee was spent.`,
        wayOn: 'retry',
      }
    }
  }
}

function contractText(
  refusal: Extract<Refusal, { kind: 'contract' }>,
  subject: DeploymentSubject,
): string {
  if (refusal.error === 'NotEnoughGas') {
    return 'The transaction needs more gas than the wallet allowed. Raise its gas limit and try again.'
  }
  const context = { ...subject, count: String }
  return (
    creatorRefusal(refusal, context) ??
    `The reason is unknown; its code is ${(refusal.data ?? refusal.error).slice(0, 10)}.`
  )
}

/** The messages shared with mints name no phase. */
function toSubject(subject: DeploymentSubject) {
  return { ...subject, phase: { title: '', allowed: 0 }, now: 0 }
}
