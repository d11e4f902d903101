import { formatAmount, formatUnits, formatUsd } from '@platemark/rules/amounts'
import { useNativeCurrency } from './app-config.ts'

type PriceProps = {
  wei: string | bigint
  /** Alias of the network whose coin it is. */
  chain: string
  /** Symbol used until the currencies are loaded. */
  symbol: string
  /** Adds `~$1.23` when a rate is known. */
  withUsd?: boolean
}

/** Price such as `0.002 ETH`, or `Free`; the exact amount is shown on hover. */
export function Price({ wei, chain, symbol, withUsd = false }: PriceProps) {
  if (BigInt(wei) === 0n) return <span className="price">Free</span>
  return <Amount wei={wei} chain={chain} symbol={symbol} withUsd={withUsd} />
}

/** Amount of a network's coin, including zero. */
function Amount({ wei, chain, symbol, withUsd = false }: PriceProps) {
  const currency = useNativeCurrency(chain)
  const value = BigInt(wei)
  const unit = { decimals: currency?.decimals ?? 18, symbol: currency?.symbol ?? symbol }
  const rate = currency?.usd_rate
  return (
    <>
      <span
        className="price"
        translate="no"
        title={`${formatUnits(value, unit.decimals)} ${unit.symbol}`}
      >
        {formatAmount(value, unit)}
      </span>
      {withUsd && typeof rate === 'number' && value > 0n && (
        <>
          {' '}
          <span className="muted">{formatUsd(value, rate, unit.decimals)}</span>
        </>
      )}
    </>
  )
}
