import type { RefusalValues } from './refusal-messages.ts'

/** Messages for the errors of the contract of badges. */
export const badgeRefusals: Record<string, (values: RefusalValues) => string> = {
  AlreadyClaimed: () => 'This wallet has the badge already.',
  NotVoucherAccount: ([account]) => `This voucher is for ${account}.`,
  NotSigned: () =>
    'The key that signed this voucher was replaced; close this and claim again.',
}
