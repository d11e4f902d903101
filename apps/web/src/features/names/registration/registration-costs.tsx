import { formatAmount, formatUsdUp } from '@platemark/rules/amounts'
import { useNativeCurrency } from '../../../components/app-config.ts'

type RegistrationCostsProps = {
  name: string
  network: { alias: string; native_currency: { decimals: number; symbol: string } }
  priceWei: bigint
  /** Network fee of what is yet to be sent, in wei; null while unknown. */
  feeWei: bigint | null
}

/** Price of a name and its network fee, which are the total that leaves the wallet. */
export function RegistrationCosts(props: RegistrationCostsProps) {
  const { name, network, priceWei, feeWei } = props
  const coin = network.native_currency
  const rate = useNativeCurrency(network.alias)?.usd_rate
  return (
    <dl className="register-costs">
      <dt>Name, {name.length} characters</dt>
      <dd translate="no">{formatAmount(priceWei, coin)}</dd>
      <dt>Network fee, about</dt>
      <dd translate="no">{feeWei === null ? '…' : formatAmount(feeWei, coin)}</dd>
      <dt className="total">Total</dt>
      <dd className="total" translate="no">
        {feeWei === null ? (
          '…'
        ) : (
          <>
            {formatAmount(priceWei + feeWei, coin)}
            {typeof rate === 'number' && (
              <span className="muted small">{formatUsdUp(priceWei + feeWei, rate)}</span>
            )}
          </>
        )}
      </dd>
    </dl>
  )
}

/** Label of the button that registers: with the total, once it is known. */
export function labelRegister({
  network,
  priceWei,
  feeWei,
}: Omit<RegistrationCostsProps, 'name'>): string {
  if (feeWei === null) return 'Register'
  return `Register for ${formatAmount(priceWei + feeWei, network.native_currency)}`
}
