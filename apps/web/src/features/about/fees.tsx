import { feeShares } from '@platemark/rules/price'
import { AboutSection } from './about-section.tsx'

/** Section on the split of a mint's price and fee. */
export function Fees() {
  return (
    <AboutSection id="fees" title="Fees">
      <p>
        The full price goes to the creator. A mint fee per item comes on top. The operator
        of this site sets it for each network, and it is fixed when a collection is
        created. Every mint panel shows it next to the price. The network takes its own
        fee for each transaction.
      </p>
      <div className="fees">
        <Fee
          title="Paid mint"
          text="The price to the creator. The mint fee:"
          shares={feePercents(1n)}
        />
        <Fee title="Free mint" text="No price. The mint fee:" shares={feePercents(0n)} />
      </div>
      <p className="small muted">
        Without a referrer, the platform gets that share. Publishing, withdrawing and
        airdropping cost nothing but the network fee.
      </p>
    </AboutSection>
  )
}

/** Share of the mint fee in percent; `name` selects the color. */
type Share = { name: string; who: string; percent: number }

/** Returns the fee shares of a referred mint at this price. */
export function feePercents(priceWei: bigint): Share[] {
  const { creatorWei, platformWei, referrerWei } = feeShares(priceWei, 100n, true)
  return [
    { name: 'people', who: 'Creator', percent: Number(creatorWei) },
    { name: 'mints', who: 'Platform', percent: Number(platformWei) },
    { name: 'volume', who: 'Referrer', percent: Number(referrerWei) },
  ].filter(({ percent }) => percent > 0)
}

type FeeProps = { title: string; text: string; shares: Share[] }

function Fee({ title, text, shares }: FeeProps) {
  return (
    <div className="fee">
      <h3>{title}</h3>
      <p>{text}</p>
      <div className="stack tall" aria-hidden="true">
        {shares.map(({ name, percent }) => (
          <i key={name} className={name} style={{ flexGrow: percent }} />
        ))}
      </div>
      <ul>
        {shares.map(({ name, who, percent }) => (
          <li key={name}>
            <span className="stack key" aria-hidden="true">
              <i className={name} />
            </span>
            <span>{who}</span>
            <b>{percent}%</b>
          </li>
        ))}
      </ul>
    </div>
  )
}
