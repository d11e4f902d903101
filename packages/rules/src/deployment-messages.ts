import {
  type CallFault,
  type CallSubject,
  type CallWayOn,
  callMessage,
  reasonText,
  withoutPhase,
} from './call-messages.ts'
import { type Refusal, refusalMessage } from './mint-result-messages.ts'

/** Why a deployment did not come about. */
export type DeploymentFault =
  | CallFault
  /** The server prepared nothing; `error` is what it answered. */
  | { kind: 'unprepared'; error: unknown }
  /** It was mined, and created nothing. */
  | { kind: 'nothing' }
  /** It can no longer be mined. `wasSent`: its transaction may still be in the wallet. */
  | { kind: 'expired'; wasSent: boolean }

/** Names for the sentences about a deployment; `signer` is the creator of the draft. */
export type DeploymentSubject = CallSubject

export type DeploymentMessage = {
  title: string
  text: string
  wayOn: CallWayOn | 'edit'
}

/**
 * Returns the message of a deployment that did not come about; undefined for what the server
 * answered, which has its own sentence.
 */
export function deploymentMessage(
  fault: DeploymentFault,
  subject: DeploymentSubject,
): DeploymentMessage | undefined {
  const { network, wallet } = subject
  switch (fault.kind) {
    case 'refused':
      return refused(fault.refusal, subject)
    case 'short':
      return callMessage(fault, subject)
    case 'unprepared':
      return undefined
    case 'other_tab':
      return {
        title: 'Another tab is deploying this collection',
        text: 'Finish it there. This tab shows the result.',
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
          : 'The prepared transaction can no longer create the collection. The draft is open again. Change it, or deploy it again.',
        wayOn: 'edit',
      }
    case 'ended':
      return ended(fault, subject)
  }
}

function refused(refusal: Refusal, subject: DeploymentSubject): DeploymentMessage {
  const { network, wallet, signer } = subject
  switch (refusal.kind) {
    case 'rejected':
    case 'funds':
      return callMessage({ kind: 'refused', refusal }, subject)
    case 'moved':
      return {
        title: `${wallet} is on another network`,
        text: `Switch it to ${network} and deploy again. Nothing was sent.`,
        wayOn: 'switch_network',
      }
    case 'switched':
      return {
        title: `${wallet} is on another account`,
        text: `Only ${signer} can deploy this draft. Choose that account in ${wallet} and try again. Nothing was sent.`,
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
        text: 'It may still have sent the deployment. If so, the collection appears here once it is mined. It cannot be deployed twice.',
        wayOn: 'retry',
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
        text: `Something went wrong here. Check ${wallet} for a pending transaction, then reload the page.`,
        wayOn: 'retry',
      }
    default:
      return {
        title: 'Nothing was deployed',
        text: refusalMessage(refusal, withoutPhase(subject)),
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
        text: 'Nothing was charged. You can send it again. It cannot be deployed twice.',
        wayOn: 'retry',
      }
    case 'unseen':
    case 'unsent':
      return {
        title: `No node of ${network} has seen the transaction`,
        text: `${wallet} may wait for other signatures. Look there before you try again. The collection shows here once it is mined.`,
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
  return reasonText(refusal, subject)
}
