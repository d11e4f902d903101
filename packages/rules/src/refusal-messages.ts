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
    if (now < Number(start)) {
      return {
        refused: `${phase.title} opens on ${when(Number(start))}; nothing was sent.`,
        failed: `${phase.title} had not opened yet`,
      }
    }
    // Open by the clock of this device: that of the network is at the nearer bound.
    if (now - Number(start) < Number(end) - now) {
      return {
        refused: `${phase.title} has not opened on ${network} yet; nothing was sent.`,
        failed: `${phase.title} had not opened yet`,
      }
    }
    return {
      refused: `${phase.title} closed a moment ago; nothing was sent.`,
      failed: `${phase.title} had just closed`,
    }
  },
  Paused: () => ({
    refused: 'The creator paused minting a moment ago; nothing was sent.',
    failed: 'the creator had just paused it',
  }),
  WrongValue: () => ({
    refused: 'The price just changed; check the new total and mint again.',
    failed: 'the price had just changed',
  }),
  SoldOut: ([left]) => ({
    refused: Number(left)
      ? `Only ${left} ${left === 1n ? 'is' : 'are'} left; nothing was sent.`
      : 'The last one went a moment ago; nothing was sent.',
    failed: Number(left) ? `only ${left} had been left` : 'the last one had just gone',
  }),
  PhaseSoldOut: ([left], { phase: { title } }) => ({
    refused: Number(left)
      ? `Only ${left} of ${title} ${left === 1n ? 'is' : 'are'} left; nothing was sent.`
      : `The last one of ${title} went a moment ago; nothing was sent.`,
    failed: Number(left)
      ? `only ${left} of ${title} had been left`
      : `the last one of ${title} had just gone`,
  }),
  WalletLimit: ([left], { phase: { allowed } }) => ({
    refused: Number(left)
      ? `This wallet can have only ${left} more; nothing was sent.`
      : `This wallet already has its ${allowed}; nothing was sent.`,
    failed: Number(left)
      ? `this wallet could have only ${left} more`
      : `this wallet already had its ${allowed}`,
  }),
  BadProof: () => listChanged,
  BadTerms: () => listChanged,
  BadPrice: () => ({
    refused:
      'The list asks a price that the contract does not take; only the creator can mend it.',
    failed: 'the contract does not take the price on the list',
  }),
  BadReferrer: () => ({
    refused:
      'The link you came by belongs to this wallet or to the creator; mint again and it is left out.',
    failed: 'the link you came by belongs to this wallet or to the creator',
  }),
  BadRecipient: () => ({
    refused: 'This wallet cannot hold these tokens; nothing was sent.',
    failed: 'this wallet cannot hold these tokens',
  }),
  NotReceived: () => ({
    refused:
      'This wallet is a contract that does not accept these tokens; nothing was sent.',
    failed: 'this wallet is a contract that does not accept these tokens',
  }),
  RefundFailed: () => ({
    refused: 'This wallet cannot take change back; mint one at a time.',
    failed: 'this wallet cannot take change back',
  }),
  ZeroQuantity: () => ({
    refused: 'Choose at least one; nothing was sent.',
    failed: 'it asked for none',
  }),
  TooMany: ([most]) => ({
    refused: `One mint may hold ${most} at most; nothing was sent.`,
    failed: `one mint may hold ${most} at most`,
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
  return `The mint failed on ${context.network}: ${sentences.failed}; only the network fee was spent.`
}

const listChanged: Sentences = {
  refused: 'The list just changed and we have loaded the new one; please mint again.',
  failed: 'the list had just changed',
}
