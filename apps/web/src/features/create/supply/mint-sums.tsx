import { formatAmount, formatUsdUp } from '@platemark/rules/amounts'
import { feeShares } from '@platemark/rules/price'
import { useNativeCurrency } from '../../../components/app-config.ts'
import { parsePrice } from '../../../lib/parse-amounts.ts'
import { FactRow } from '../fact-row.tsx'
import { useCoin } from '../frame/step-nav.tsx'

type MintSumsProps = {
  /** The price as it is typed. */
  price: string
  network: string
  mintFeeWei: bigint | undefined
}

/** Who pays and gets how much at one public mint, exact to the wei. */
export function MintSums({ price, network, mintFeeWei }: MintSumsProps) {
  const coin = useCoin(network)
  const rate = useNativeCurrency(network)?.usd_rate
  const read = parsePrice(price, { ...coin, mintFeeWei })
  const isKnown = 'value' in read && mintFeeWei !== undefined
  return (
    <section className="card panel" aria-labelledby="sums">
      <h2 className="h3" id="sums">
        For one public mint
      </h2>
      {isKnown ? (
        <Sums
          priceWei={read.value}
          mintFeeWei={mintFeeWei}
          write={(wei) => formatAmount(wei, coin)}
          usd={(wei) => typeof rate === 'number' && formatUsdUp(wei, rate, coin.decimals)}
        />
      ) : (
        <p className="muted small sums">
          {'value' in read && mintFeeWei === undefined
            ? 'The mint fee of this network is being read.'
            : 'Enter a price to see who pays and gets how much.'}
        </p>
      )}
    </section>
  )
}

type SumsProps = {
  priceWei: bigint
  mintFeeWei: bigint
  write: (wei: bigint) => string
  usd: (wei: bigint) => string | false
}

function Sums({ priceWei, mintFeeWei, write, usd }: SumsProps) {
  const { creatorWei, referrerWei } = feeShares(priceWei, mintFeeWei, true)
  const totalWei = priceWei + mintFeeWei
  const dollars = usd(totalWei)
  return (
    <div className="sums two">
      <dl className="facts">
        <FactRow term="Your price">{priceWei === 0n ? 'Free' : write(priceWei)}</FactRow>
        <FactRow term="Mint fee, fixed at creation">{write(mintFeeWei)}</FactRow>
        <FactRow term="Collector pays" className="total">
          {write(totalWei)} {dollars && <span className="muted">{dollars}</span>}
        </FactRow>
      </dl>
      <dl className="facts">
        <FactRow term="To your payees">{write(priceWei + creatorWei)}</FactRow>
        <FactRow term="To the referrer, if any">{write(referrerWei)}</FactRow>
        <FactRow term="You receive" className="total">
          {priceWei > 0n
            ? '100% of the price'
            : creatorWei > 0n
              ? '50% of the fee'
              : 'Nothing'}
        </FactRow>
      </dl>
    </div>
  )
}
