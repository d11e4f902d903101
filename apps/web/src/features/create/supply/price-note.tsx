import { formatUsd } from '@platemark/rules/amounts'
import { useNativeCurrency } from '../../../components/app-config.ts'
import { parsePrice } from '../../../lib/parse-amounts.ts'
import { useCoin } from '../frame/step-nav.tsx'

/** Unit of a price with its value in dollars. */
export function PriceNote({ text, network }: { text: string; network: string }) {
  const coin = useCoin(network)
  const rate = useNativeCurrency(network)?.usd_rate
  const price = parsePrice(text, coin)
  const usd =
    'value' in price && price.value > 0n && typeof rate === 'number'
      ? `, ${formatUsd(price.value, rate, coin.decimals)}`
      : ''
  return `${coin.symbol}${usd}`
}
