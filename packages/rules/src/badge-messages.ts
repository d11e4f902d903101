import type { RefusalValues } from './refusal-messages.ts'

/** Messages for the errors of the contract of badges. */
export const badgeRefusals: Record<string, (values: RefusalValues) => string> = {
  AlreadyClaimed: () => 'This wallet already has the badge.',
  NotVoucherAccount: ([account]) => `This voucher is for ${account}.`,
  NotSigned: () =>
    'The key that signed this voucher was replaced. Close this and claim again.',
}
