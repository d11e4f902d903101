import type { Earnings } from '@platemark/api/earnings'

/** Transactions of payments in blocks, and the earnings as they were shown before the last one. */
export type Awaited = { hashes: readonly string[]; before: Earnings }

/** Returns whether every awaited payment is in the list. */
export function isListed({ payments }: Earnings, { hashes }: Awaited): boolean {
  const listed = new Set(payments.map(({ transaction_hash }) => transaction_hash))
  return hashes.every((hash) => listed.has(hash))
}

/**
 * Returns earnings in which a payment that is not listed yet counts as paid. What is owed comes
 * from the chain and falls with the payment's block; what was paid comes from the index, some
 * seconds later. The sum of both never falls, so the difference to `before` is what is missing.
 */
export function addUnlisted(earnings: Earnings, awaited: Awaited | null): Earnings {
  if (!awaited || isListed(earnings, awaited)) return earnings
  const { before } = awaited
  const networks = earnings.networks.map((network) => {
    const earlier = before.networks.find(
      ({ chain_alias }) => chain_alias === network.chain_alias,
    )
    const missing = earlier ? earnedWei(earlier) - earnedWei(network) : 0n
    if (missing <= 0n) return network
    return { ...network, paid_wei: String(BigInt(network.paid_wei) + missing) }
  })
  return { ...earnings, networks }
}

function earnedWei({ owed_wei, paid_wei }: Earnings['networks'][number]): bigint {
  return BigInt(owed_wei) + BigInt(paid_wei)
}
