import { formatUsdUp, shortenAmount } from '@platemark/rules/amounts'
import { useNativeCurrency } from '../../../components/app-config.ts'
import { useCreationTerms } from '../creation-terms.ts'
import { useCoin } from '../frame/step-nav.tsx'

/** Sentence on the network fee of creating, once it is known. */
export function CreationCost({ network }: { network: string }) {
  const cost = useCreationTerms(network)?.cost
  const coin = useCoin(network)
  const rate = useNativeCurrency(network)?.usd_rate
  if (!cost) return null
  const { text } = shortenAmount(cost.wei, coin)
  const usd =
    typeof rate === 'number' ? `, ${formatUsdUp(cost.wei, rate, coin.decimals)}` : ''
  return (
    <>
      Creating there costs {cost.isWhole ? 'about' : 'at least'} {text}
      {usd}.
    </>
  )
}
