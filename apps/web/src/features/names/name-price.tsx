import type { NamePrice } from '@platemark/api/names'
import { formatAmount } from '@platemark/rules/amounts'
import { formatDollars } from '@platemark/rules/dollars'

/** Returns an exact price of a name with its coin. */
export function formatNamePrice({ amount_wei, currency }: NamePrice): string {
  return formatAmount(BigInt(amount_wei), { symbol: currency })
}

/** Price of a name, above it in dollars where a rate is known. */
export function NamePriceLines({ price }: { price: NamePrice }) {
  return (
    <span className="name-price" translate="no">
      <b>{formatNamePrice(price)}</b>
      {price.usd !== null && (
        <span className="muted small">~{formatDollars(price.usd)}</span>
      )}
    </span>
  )
}
