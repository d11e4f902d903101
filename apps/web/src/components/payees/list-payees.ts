import type { Draft } from '@platemark/api/studio'

type Payees = Draft['fields']['payees']

/**
 * Returns who gets the income of mints: without payees the creator alone, also while another
 * account owns the collection.
 */
export function listPayees(payees: Payees, creator: string): Payees {
  return payees.length > 0 ? payees : [{ address: creator, bps: 10_000 }]
}
