import type { Earnings } from '@platemark/api/earnings'

type Payment = Earnings['payments'][number]

/** Payment of one transaction to the account, from one or more collections. */
export type PaymentGroup = Pick<Payment, 'chain_alias' | 'transaction_hash' | 'time'> & {
  amountWei: bigint
  /** USD when it was paid; null where a rate is not known. */
  usdThen: number | null
  /** Names of the collections that paid. */
  names: string[]
}

/** Groups payments by their transactions, in the order in which each occurs first. */
export function groupPayments(payments: Payment[]): PaymentGroup[] {
  const groups = new Map<string, PaymentGroup>()
  for (const payment of payments) {
    const { chain_alias, transaction_hash, time, amount_wei, usd_then, name } = payment
    const key = `${chain_alias} ${transaction_hash}`
    const group = groups.get(key) ?? {
      ...{ chain_alias, transaction_hash, time },
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

/** Adds dollars in whole cents, so that fractions do not pile up; null where one is not known. */
export function addDollars(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return null
  return (Math.round(one * 100) + Math.round(other * 100)) / 100
}
