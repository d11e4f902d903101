import { startLow } from './first-letter.ts'
import { namePhase } from './phase-name.ts'

/** The arguments of a contract error, in its order: counts, amounts and times, or addresses. */
export type RefusalValues = readonly unknown[]

/** Names for the sentences about a refused mint. */
export type RefusalContext = {
  phase: { title: string; allowed: number }
  network: string
  /** Chain time in unix seconds. */
  now: number
  /** Unix seconds to a day and time. */
  when(at: number): string
}

type Sentences = {
  /** The simulation reverted, and nothing was sent. */
  refused: string
  /** The mint was sent; stands behind a colon. */
  failed: string
}

/** Messages for every error of a mint. */
export const mintRefusals: Record<
  string,
  (values: RefusalValues, context: RefusalContext) => Sentences
> = {
  PhaseClosed: ([start, end], { phase, network, now, when }) => {
    const name = namePhase(phase.title)
    const isBegun = startLow(name)
    if (now < Number(start)) {
      return {
        refused: `${name} opens on ${when(Number(start))}. Nothing was sent.`,
        failed: `${isBegun} had not opened yet`,
      }
    }
    // Open by the clock of this device: that of the network is at the nearer bound.
    if (now - Number(start) < Number(end) - now) {
      return {
        refused: `${name} has not opened on ${network} yet. Nothing was sent.`,
        failed: `${isBegun} had not opened yet`,
      }
    }
    return {
      refused: `${name} closed a moment ago. Nothing was sent.`,
      failed: `${isBegun} had just closed`,
    }
  },
  Paused: () => ({
    refused: 'The creator paused minting a moment ago. Nothing was sent.',
    failed: 'the creator had just paused it',
  }),
  WrongValue: () => ({
    refused: 'The price just changed. Check the new total and mint again.',
    failed: 'the price had just changed',
  }),
  SoldOut: ([left]) => ({
    refused: Number(left)
      ? `Only ${left} ${left === 1n ? 'is' : 'are'} left. Nothing was sent.`
      : 'The last one was just minted. Nothing was sent.',
    failed: Number(left)
      ? `only ${left} ${left === 1n ? 'was' : 'were'} left`
      : 'the last one had just been minted',
  }),
  PhaseSoldOut: ([left], { phase: { title } }) => ({
    refused: Number(left)
      ? `Only ${left} ${left === 1n ? 'is' : 'are'} left in the ${title} phase. Nothing was sent.`
      : `The last one of the ${title} phase was just minted. Nothing was sent.`,
    failed: Number(left)
      ? `only ${left} ${left === 1n ? 'was' : 'were'} left in the ${title} phase`
      : `the last one of the ${title} phase had just been minted`,
  }),
  WalletLimit: ([left], { phase: { allowed } }) => ({
    refused: Number(left)
      ? `This wallet can mint only ${left} more. Nothing was sent.`
      : `This wallet has reached its limit of ${allowed}. Nothing was sent.`,
    failed: Number(left)
      ? `this wallet could mint only ${left} more`
      : `this wallet had reached its limit of ${allowed}`,
  }),
  BadProof: () => listChanged,
  BadTerms: () => listChanged,
  BadPrice: () => ({
    refused:
      'The contract does not accept the price on the list. Only the creator can correct it.',
    failed: 'the contract does not accept the price on the list',
  }),
  BadReferrer: () => ({
    refused:
      'This referral link belongs to this wallet or to the creator. Mint again without it.',
    failed: 'the referral link belongs to this wallet or to the creator',
  }),
  BadRecipient: () => ({
    refused: 'This wallet cannot hold these items. Nothing was sent.',
    failed: 'this wallet cannot hold these items',
  }),
  NotReceived: () => ({
    refused:
      'This wallet is a contract that does not accept these items. Nothing was sent.',
    failed: 'this wallet is a contract that does not accept these items',
  }),
  RefundFailed: () => ({
    refused: 'This wallet cannot receive a refund. Mint one at a time.',
    failed: 'this wallet cannot receive a refund',
  }),
  ZeroQuantity: () => ({
    refused: 'Choose at least one. Nothing was sent.',
    failed: 'the quantity was zero',
  }),
  TooMany: ([most]) => ({
    refused: `You can mint at most ${most} at once. Nothing was sent.`,
    failed: `at most ${most} can be minted at once`,
  }),
}

/** Returns the message of a refused or failed mint; undefined for an error without one. */
export function contractRefusalMessage(
  { error, values }: { error: string; values: RefusalValues },
  context: RefusalContext,
  wasSent: boolean,
): string | undefined {
  const sentences = mintRefusals[error]?.(values, context)
  if (!sentences || !wasSent) return sentences?.refused
  return `The mint failed on ${context.network}: ${sentences.failed}. Only the network fee was spent.`
}

const listChanged: Sentences = {
  refused: 'The list just changed. The new one is loaded, so mint again.',
  failed: 'the list had just changed',
}
