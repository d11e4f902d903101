/** How a refused or failed mint is told; undefined for an error without a sentence. */
export function refusalSentence(
  error: string,
  { phase, network }: { phase: { title: string; allowed: number }; network: string },
  wasSent: boolean,
): string | undefined {
  const reason = wasSent ? failedReasons(phase)[error] : refusedReasons(phase)[error]
  if (!reason) return undefined
  return wasSent
    ? `The mint failed on ${network}: ${reason}; only the network fee was spent.`
    : reason
}

type Reasons = Partial<Record<string, string>>

function refusedReasons({ title, allowed }: { title: string; allowed: number }): Reasons {
  return {
    PhaseClosed: `${title} closed a moment ago; nothing was sent.`,
    WrongValue: 'The price just changed; check the new total and mint again.',
    WalletLimit: `This wallet already has its ${allowed}; nothing was sent.`,
    SoldOut: 'The last one went a moment ago; nothing was sent.',
    PhaseSoldOut: `The last one of ${title} went a moment ago; nothing was sent.`,
    BadProof: 'The list just changed and we have loaded the new one; please mint again.',
    BadTerms: 'The list just changed and we have loaded the new one; please mint again.',
    Paused: 'The creator paused minting a moment ago; nothing was sent.',
    BadReferrer:
      'The link you came by belongs to this wallet or to the creator; mint again and it is left out.',
    BadRecipient: 'This wallet cannot hold these tokens; nothing was sent.',
    RefundFailed: 'This wallet cannot take change back; mint one at a time.',
    TooMany: 'That is more than one mint may hold; nothing was sent.',
  }
}

function failedReasons({ title, allowed }: { title: string; allowed: number }): Reasons {
  return {
    PhaseClosed: `${title} had just closed`,
    WrongValue: 'the price had just changed',
    WalletLimit: `this wallet already had its ${allowed}`,
    SoldOut: 'the last one had just gone',
    PhaseSoldOut: `the last one of ${title} had just gone`,
    BadProof: 'the list had just changed',
    Paused: 'the creator had just paused it',
  }
}
