import { formatAmount, formatCount } from '@platemark/rules/amounts'
import type { PublicTerms } from '@platemark/rules/collection-changes'
import { NEVER_ENDS } from '@platemark/rules/collection-state'
import { NO_WALLET_LIMIT } from '@platemark/rules/limits'
import { formatMoment } from '@platemark/rules/times'
import type { Own } from '../page/own.ts'
import { ValueTable } from './change-frame.tsx'

type TermsTableProps = {
  own: Own
  current: PublicTerms
  next: PublicTerms
  now: number
}

/** Terms of a phase that differ: those of the chain, and the new ones. */
export function TermsTable({ own, current, next, now }: TermsTableProps) {
  const describe = (terms: PublicTerms) => describeTerms(terms, own, now)
  const after = describe(next)
  const rows = Object.entries(describe(current)).map(([term, value]) => ({
    term,
    now: current.end === 0 ? '–' : value,
    // Safe: both have the same terms.
    next: after[term as keyof typeof after],
  }))
  return <ValueTable rows={rows.filter((row) => row.now !== row.next)} />
}

function describeTerms(
  { priceWei, start, end, walletLimit, supplyCap }: PublicTerms,
  { network }: Own,
  now: number,
) {
  return {
    Price: priceWei === 0n ? 'Free' : formatAmount(priceWei, network.native_currency),
    Opens: formatMoment(start, true, now),
    Closes: end >= NEVER_ENDS ? 'Never' : formatMoment(end, true, now),
    'Per wallet': walletLimit >= NO_WALLET_LIMIT ? 'No limit' : formatCount(walletLimit),
    'Items of this phase': supplyCap === 0 ? 'Remaining supply' : formatCount(supplyCap),
  }
}
