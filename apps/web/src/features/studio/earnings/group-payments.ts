import type { Earnings } from '@platemark/api/earnings'

type Payment = Earnings['payments'][number]

/** What one transaction paid the account from one or more collections. */
export type PaymentGroup = Pick<Payment, 'chain_alias' | 'transaction_hash' | 'time'> & {
  amountWei: bigint
  /** Names of the collections that paid. */
  names: string[]
}

/** Groups payments by their transactions, in the order in which each occurs first. */
export function groupPayments(payments: Payment[]): PaymentGroup[] {
  const groups = new Map<string, PaymentGroup>()
  for (const { chain_alias, transaction_hash, time, amount_wei, name } of payments) {
    const key = `${chain_alias} ${transaction_hash}`
    const group = groups.get(key) ?? {
      ...{ chain_alias, transaction_hash, time },
      ...{ amountWei: 0n, names: [] },
    }
    groups.set(key, {
      ...group,
      amountWei: group.amountWei + BigInt(amount_wei),
      names: [...group.names, name],
    })
  }
  return [...groups.values()]
}
