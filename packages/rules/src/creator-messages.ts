import { badgeRefusals } from './badge-messages.ts'
import { nameRefusals } from './name-messages.ts'
import type { RefusalValues } from './refusal-messages.ts'

type CreatorContext = {
  /** Wei to an amount with its unit. */
  amount(wei: bigint): string
  /** Unix seconds to a day and time. */
  when(at: number): string
  /** A count with separators. */
  count(value: number): string
}

/**
 * Messages for the errors of transactions of a creator, an owner or the operator; those of badges and
 * names are in `badge-messages.ts` and `name-messages.ts`.
 */
export const creatorRefusals: Record<
  string,
  (values: RefusalValues, context: CreatorContext) => string
> = {
  NotOwner: () => 'Only the owner can do this. Nothing was changed.',
  NotPendingOwner: () =>
    'Only the wallet that was offered the ownership can accept it. Nothing was changed.',
  NotPlatformOwner: () =>
    'Only the operator of this site can set the mint fee. Nothing was changed.',

  Expired: ([deadline], { when }) =>
    `This had to be mined by ${when(Number(deadline))}. Prepare it again.`,
  FeeChanged: ([mintFee], { amount }) =>
    `The mint fee is now ${amount(wei(mintFee))}. Check the figures and create it again.`,
  BadFee: ([mintFee], { amount }) =>
    `${amount(wei(mintFee))} cannot be the mint fee. Use whole gwei below 36 million coins.`,
  BadParams: () =>
    'A collection needs a name and a symbol. A drop needs a supply, an open edition has none.',
  AlreadyCreated: ([collection]) => `You already created this collection: ${collection}.`,

  BadPrice: ([price], { amount }) =>
    `${amount(wei(price))} cannot be a price. Use 0, or whole gwei and at least half the mint fee.`,
  BadTerms: () => 'A phase ends after it starts, and lets each wallet mint at least one.',
  BadList: () => 'A list needs at least one wallet.',
  UnknownList: () => 'This list is no longer in force. Reload to see the current ones.',
  BadCap: ([minted, maxSupply], { count }) => {
    const least = Math.max(Number(minted), 1)
    const most = Number(maxSupply)
    if (most === 0)
      return `The supply must be at least ${count(least)}, and never below what is minted.`
    if (least >= most) return `The supply stays ${count(most)}: all items are minted.`
    return `The supply can only be lowered: ${count(least)} at least, and below ${count(most)}.`
  },

  SoldOut: ([left], { count }) =>
    Number(left) === 0
      ? 'None are left to airdrop.'
      : `Only ${count(Number(left))} can still be airdropped.`,
  ZeroQuantity: () => 'Give each wallet at least one.',
  TooMany: ([most], { count }) =>
    `One wallet can get at most ${count(Number(most))} at once. List it twice to give it more.`,
  BadRecipient: ([recipient]) => `${recipient} cannot receive items.`,
  TooLong: ([most], { count }) =>
    `This address is too long: ${count(Number(most))} bytes at most.`,
  NotEnoughGas: () =>
    'Calling so many contracts takes more gas. Raise the gas limit, or send to fewer at once.',
  LengthMismatch: () => 'Every wallet needs a quantity.',

  Frozen: () => 'You froze this permanently, so it can no longer change.',
  NotRevealed: () => 'Reveal the items first. Until then their metadata stays as it is.',
  BadReveal: () =>
    'This does not match the commitment of the collection, or it is already revealed.',
  NothingPending: () => 'No change is pending. It was already applied or replaced.',
  NoticePending: ([applicableAt], { when }) =>
    `You can apply this from ${when(Number(applicableAt))}. That is the notice you promised.`,

  BadPayees: () =>
    'Name 1 to 16 different wallets whose shares add up to 100%. The platform cannot be one of them.',
  PaymentFailed: ([account]) =>
    `${account} did not accept the payment. It stays owed and can be withdrawn later.`,
  UnusableToken: ([token]) => `${token} cannot be paid out: its balance cannot be read.`,
  ReleaseUnderWay: () =>
    'A payment in this token is under way. Try again in the next block.',

  BadRoyalty: ([ceilingBps]) =>
    `The royalty can be ${Number(ceilingBps) / 100}% at most. This was fixed at creation.`,
}

/** Returns the message of a refused creation or change; undefined for an error without one. */
export function creatorRefusal(
  { error, values }: { error: string; values: RefusalValues },
  context: CreatorContext,
): string | undefined {
  const message = creatorRefusals[error] ?? nameRefusals[error] ?? badgeRefusals[error]
  return message?.(values, context)
}

function wei(value: unknown): bigint {
  return typeof value === 'bigint' ? value : 0n
}
