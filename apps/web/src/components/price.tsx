import { formatUsdUp } from '@platemark/rules/amounts'
import { feeText, type PriceTerms } from '@platemark/rules/price'
import { Amount } from './amount.tsx'
import { useNativeCurrency } from './app-config.ts'

type PriceProps = {
  terms: PriceTerms
  /** Alias of the network whose coin it is. */
  chain: string
  /** Symbol used until the currencies are loaded. */
  symbol: string
  /** Adds `~$1.23`, the fee included, when a rate is known. */
  withUsd?: boolean
}

/**
 * Price with its mint fee, as `formatPrice` writes it: `0.0006 ETH + 0.0001 fee`, `Free +
 * 0.0001 fee`; a long one is short.
 */
export function Price({ terms, chain, symbol, withUsd = false }: PriceProps) {
  const currency = useNativeCurrency(chain)
  const unit = { decimals: currency?.decimals ?? 18, symbol: currency?.symbol ?? symbol }
  const rate = currency?.usd_rate
  const { priceWei, mintFeeWei, isAllowlistOnly } = terms
  const fee = feeText(terms, unit)
  const wholeWei = priceWei + mintFeeWei
  return (
    <span className="price-line">
      {isAllowlistOnly && priceWei > 0n && 'from '}
      {priceWei === 0n ? (
        <span className="price">Free</span>
      ) : (
        <Amount wei={priceWei} coin={unit} className="price" />
      )}
      {fee && (
        <>
          {' '}
          <span className="price-fee">{fee.trim()}</span>
        </>
      )}
      {withUsd && typeof rate === 'number' && wholeWei > 0n && (
        <>
          {' '}
          <span className="muted">{formatUsdUp(wholeWei, rate, unit.decimals)}</span>
        </>
      )}
      {isAllowlistOnly && ', allowlist only'}
    </span>
  )
}
