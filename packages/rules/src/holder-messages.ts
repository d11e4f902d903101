import type { RefusalValues } from './refusal-messages.ts'

type HolderContext = { collection: string }

/** Messages for the errors of transfers, burns and withdrawals. */
export const holderRefusals: Record<
  string,
  (values: RefusalValues, context: HolderContext) => string
> = {
  NoToken: ([tokenId], { collection }) =>
    `There is no #${tokenId} in ${collection}. It was never minted, or it was burned.`,
  NotAuthorized: () =>
    'That belongs to another wallet, and this one was not approved for it. Nothing was sent.',
  Soulbound: (_, { collection }) =>
    `${collection} stays with the wallet that minted it. Nothing was sent.`,
  NotReceived: () => 'The receiving contract did not accept it. It stays where it was.',
  BadRecipient: ([recipient]) =>
    `${recipient} cannot hold these items. Nothing was sent.`,
  BalanceTooLow: ([balance]) => `That wallet holds only ${balance}. Nothing was sent.`,
  LengthMismatch: () => 'Every item needs a quantity. Nothing was sent.',
  PaymentFailed: ([account]) =>
    `${account} did not accept the payment. It stays owed and can be withdrawn later.`,
  NotEnoughGas: () =>
    'Withdrawing from so many collections takes more gas. Raise the gas limit, or withdraw from fewer at once.',
}

/** Returns the message of a refused transfer, burn or withdrawal; undefined without one. */
export function holderRefusal(
  { error, values }: { error: string; values: RefusalValues },
  context: HolderContext,
): string | undefined {
  return holderRefusals[error]?.(values, context)
}
