import type { RefusalValues } from './refusal-messages.ts'

type NameContext = {
  /** Wei to an amount with its unit. */
  amount(wei: bigint): string
}

/** Messages for the errors of the registry of names. */
export const nameRefusals: Record<
  string,
  (values: RefusalValues, context: NameContext) => string
> = {
  InvalidName: () => 'This name cannot be registered.',
  NameTaken: () => 'Someone else registered this name a moment ago.',
  NameReserved: () => 'This name is reserved.',
  NameNotRegistered: () => 'This name is not registered.',
  NotTokenOwner: () => 'Only the owner of the name can do this.',
  NotAuthorized: () => 'Only the owner of the name can do this.',
  InsufficientPayment: ([needed], { amount }) =>
    `The name now costs ${amount(typeof needed === 'bigint' ? needed : 0n)}. Check the price and register it again.`,
  Paused: () => 'Registration of new names is paused.',
  CommitmentRequired: () => 'Names need a reservation first. Reload the page to send it.',
  CommitmentUnknown: () =>
    'The reservation of this name is not on the chain. Send it again.',
  CommitmentTooNew: () => 'The reservation is less than a minute old. Wait a moment.',
  CommitmentTooOld: () => 'The reservation is older than a day. Start again.',
  CommitmentPending: () => 'This reservation is already on the chain.',
  RecordTooLong: () => 'A record is too long: 1,024 bytes at most, its key 64.',
  TooManyRecords: () => 'At most 20 records can be changed at once.',
  NotReceived: () => 'This contract cannot receive names. Use a wallet address.',
  RefundFailed: () => 'Your wallet did not accept the rest of the payment.',
}
