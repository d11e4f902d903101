import { type RefusalSpeech, refusalSentence } from '@platemark/rules/refusal-words'
import type { MintEnd } from './follow-mint.ts'
import type { Refusal } from './send-mint.ts'

/** What a sentence about a mint names. */
export type MintSubject = RefusalSpeech & { wallet: string }

/** Why a mint was not sent. */
export function sentenceOfRefusal(refusal: Refusal, subject: MintSubject): string {
  switch (refusal.kind) {
    case 'rejected':
      return 'You closed the request in your wallet; nothing was sent.'
    case 'busy':
      return `${subject.wallet} already has a request open; finish it there.`
    case 'funds':
      return 'Your wallet does not hold enough for the price and the network fee; nothing was sent.'
    case 'unreachable':
      return `${subject.network} did not answer; nothing was sent.`
    case 'contract':
      return (
        refusalSentence(refusal, subject, false) ??
        `The contract refused this mint for a reason we do not know; nothing was sent, and the code is ${(refusal.data ?? refusal.error).slice(0, 10)}.`
      )
    case 'unknown':
      return `${subject.wallet} could not send it: ${refusal.message.replace(/\.$/, '')}.`
  }
}

/** How a mint that was sent came to nothing; `reason` is what the contract says now. */
export function sentenceOfEnd(
  { end }: Exclude<MintEnd, { end: 'mined' }>,
  subject: MintSubject,
  reason: Refusal | undefined,
): string {
  switch (end) {
    case 'cancelled':
      return 'You cancelled in your wallet; only a network fee was spent.'
    case 'displaced':
      return 'Your wallet sent another transaction in its place; nothing was minted.'
    case 'dropped':
      return `${subject.network} dropped the transaction; nothing was charged and you can mint again.`
    case 'reverted':
      return (
        (reason?.kind === 'contract'
          ? refusalSentence(reason, subject, true)
          : undefined) ??
        `The mint failed on ${subject.network}; only the network fee was spent.`
      )
  }
}
