import type { RefusalValues } from './refusal-messages.ts'

type HolderSpeech = { collection: string }

/** Every error that whoever holds tokens or is owed money can meet. */
export const holderRefusals: Record<
  string,
  (values: RefusalValues, speech: HolderSpeech) => string
> = {
  NoToken: ([tokenId], { collection }) =>
    `There is no #${tokenId} in ${collection}; it was never minted, or it was burned.`,
  NotAuthorized: () =>
    'That belongs to another wallet, and this one was not approved for it; nothing was sent.',
  Soulbound: (_, { collection }) =>
    `${collection} stays with the wallet that minted it; nothing was sent.`,
  NotReceived: () => 'The receiving contract did not take it; it stays where it was.',
  BadRecipient: ([recipient]) =>
    `${recipient} cannot hold these tokens; nothing was sent.`,
  BalanceTooLow: ([balance]) => `That wallet holds only ${balance}; nothing was sent.`,
  LengthMismatch: () => 'Every token needs its quantity beside it; nothing was sent.',
  PaymentFailed: ([account]) =>
    `${account} did not take its money; it stays owed and can be withdrawn later.`,
  NotEnoughGas: () =>
    'Withdrawing from so many collections takes more gas; raise the limit, or take fewer at once.',
}

/** How a refused transfer, burn or withdrawal is told; undefined without a sentence. */
export function holderRefusal(
  { error, values }: { error: string; values: RefusalValues },
  speech: HolderSpeech,
): string | undefined {
  return holderRefusals[error]?.(values, speech)
}
