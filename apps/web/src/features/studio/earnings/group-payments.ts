import type { Earnings } from '@platemark/api/earnings'

type Payment = Earnings['payments'][number]

/**
 * Payment of one transaction to the account in one currency, from one or more collections and
 * splits.
 */
export type PaymentGroup = Pick<
  Payment,
  'chain_alias' | 'transaction_hash' | 'time' | 'is_wrapped'
> & {
  amountWei: bigint
  /** USD when it was paid; null where a rate is not known. */
  usdThen: number | null
  /** Names of the collections that paid, those of splits with the word royalties. */
  names: string[]
}

/** Groups payments by their transactions and currencies, in the order in which each occurs first. */
export function groupPayments(payments: Payment[]): PaymentGroup[] {
  const groups = new Map<string, PaymentGroup>()
  for (const payment of payments) {
    const { chain_alias, transaction_hash, time, amount_wei, usd_then } = payment
    const { is_royalty, is_wrapped } = payment
    const name = is_royalty ? `${payment.name}, royalties` : payment.name
    const key = paymentKey(payment)
    const group = groups.get(key) ?? {
      ...{ chain_alias, transaction_hash, time, is_wrapped },
      ...{ amountWei: 0n, usdThen: 0, names: [] },
    }
    groups.set(key, {
      ...group,
      amountWei: group.amountWei + BigInt(amount_wei),
      usdThen: addDollars(group.usdThen, usd_then),
      names: [...group.names, name],
    })
  }
  return [...groups.values()]
}

/** Returns the key of the group of a payment. */
export function paymentKey(
  payment: Pick<Payment, 'chain_alias' | 'transaction_hash' | 'is_wrapped'>,
): string {
  const { chain_alias, transaction_hash, is_wrapped } = payment
  return `${chain_alias} ${transaction_hash} ${is_wrapped}`
}

/** Adds dollars in whole cents, so that fractions do not pile up; null where one is not known. */
export function addDollars(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return null
  return (Math.round(one * 100) + Math.round(other * 100)) / 100
}
