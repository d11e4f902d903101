import { formatUsdUp, shortenAmount } from '@platemark/rules/amounts'
import { useNativeCurrency } from '../../../components/app-config.ts'
import { useCreationTerms } from '../creation-terms.ts'
import { useCoin } from '../frame/step-nav.tsx'

/** Sentence on the network fee of creating, once it is known. */
export function CreationCost({ network }: { network: string }) {
  const terms = useCreationTerms(network)
  const coin = useCoin(network)
  const rate = useNativeCurrency(network)?.usd_rate
  if (!terms) return null
  const { text } = shortenAmount(terms.costWei, coin)
  const usd =
    typeof rate === 'number' ? `, ${formatUsdUp(terms.costWei, rate, coin.decimals)}` : ''
  return (
    <>
      Creating there costs about {text}
      {usd}.
    </>
  )
}
