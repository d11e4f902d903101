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
  NotOwner: () => 'Only the owner can do this; nothing was changed.',
  NotPendingOwner: () =>
    'Only the wallet that was offered the ownership can accept it; nothing was changed.',
  NotPlatformOwner: () =>
    'Only the operator of this site can set the mint fee; nothing was changed.',

  Expired: ([deadline], { when }) =>
    `This had to be mined by ${when(Number(deadline))}; prepare it again.`,
  FeeChanged: ([mintFee], { amount }) =>
    `The mint fee is ${amount(wei(mintFee))} by now; look at the figures and create it again.`,
  BadFee: ([mintFee], { amount }) =>
    `${amount(wei(mintFee))} cannot be the mint fee. Use whole gwei below 36 million coins.`,
  BadParams: () =>
    'A collection needs a name and a symbol. A drop needs a cap, an open edition has none.',
  AlreadyCreated: ([collection]) => `You already made this collection: ${collection}.`,

  BadPrice: ([price], { amount }) =>
    `${amount(wei(price))} cannot be a price. Use 0, or whole gwei and at least half the mint fee.`,
  BadTerms: () => 'A phase ends after it starts, and lets each wallet mint at least one.',
  BadList: () => 'A list needs at least one wallet.',
  UnknownList: () => 'This list is not in force any more; reload to see those that are.',
  BadCap: ([minted, maxSupply], { count }) => {
    const least = Math.max(Number(minted), 1)
    const most = Number(maxSupply)
    if (most === 0)
      return `The cap must be at least ${count(least)}, and never below what is minted.`
    if (least >= most) return `The cap stays ${count(most)}: all of them are minted.`
    return `The cap can only be lowered: ${count(least)} at least, and below ${count(most)}.`
  },

  SoldOut: ([left], { count }) =>
    Number(left) === 0
      ? 'None are left to airdrop.'
      : `Only ${count(Number(left))} can still be airdropped.`,
  ZeroQuantity: () => 'Give each wallet at least one.',
  TooMany: ([most], { count }) =>
    `One wallet can be given ${count(Number(most))} at once; name it twice for more.`,
  BadRecipient: ([recipient]) => `${recipient} cannot be given tokens.`,
  TooLong: ([most], { count }) =>
    `This address is too long: ${count(Number(most))} bytes at most.`,
  NotEnoughGas: () =>
    'Asking so many contracts takes more gas; raise the limit, or give to fewer at once.',
  LengthMismatch: () => 'Every wallet needs a quantity.',

  Frozen: () => 'You froze this permanently, so it can no longer change.',
  NotRevealed: () => 'Reveal the tokens first; until then their metadata stays as it is.',
  BadReveal: () =>
    'This does not match the commitment of the collection, or it is already revealed.',
  NothingPending: () => 'No change is waiting; it was applied or replaced.',
  NoticePending: ([applicableAt], { when }) =>
    `This can be applied from ${when(Number(applicableAt))} on; that is the notice you promised.`,

  BadPayees: () =>
    'Name 1 to 16 different wallets whose shares make exactly 100%; the platform cannot be one.',
  PaymentFailed: ([account]) =>
    `${account} did not take its money; it stays owed and can be withdrawn later.`,
  UnusableToken: ([token]) => `${token} cannot be paid out: its balance cannot be read.`,
  ReleaseUnderWay: () =>
    'A payment in this token is under way; try it again in the next block.',

  BadRoyalty: ([ceilingBps]) =>
    `The royalty can be ${Number(ceilingBps) / 100}% at most; this was fixed at creation.`,
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
