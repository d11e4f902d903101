import { AboutSection } from './about-section.tsx'

/** Who gets what of a mint. */
export function Fees() {
  return (
    <AboutSection id="fees" title="Fees">
      <p>
        The price goes to the creator, whole. On top comes a mint fee per token, which the
        people who run this site set for each network. It is fixed into a collection when
        it is published, and every mint panel shows it beside the price. The network takes
        its own fee for each transaction.
      </p>
      <div className="fees">
        <Fee
          title="Paid mint"
          text="The price to the creator. The mint fee:"
          shares={[
            { name: 'mints', who: 'Platform', percent: 80 },
            { name: 'volume', who: 'Referrer', percent: 20 },
          ]}
        />
        <Fee
          title="Free mint"
          text="No price. The mint fee:"
          shares={[
            { name: 'people', who: 'Creator', percent: 50 },
            { name: 'mints', who: 'Platform', percent: 30 },
            { name: 'volume', who: 'Referrer', percent: 20 },
          ]}
        />
      </div>
      <p className="small muted">
        Without a referrer, the platform gets that share. Publishing, withdrawing and
        airdropping cost nothing but the network fee.
      </p>
    </AboutSection>
  )
}

type FeeProps = {
  title: string
  text: string
  /** Of the mint fee, in percent; `name` is the ink. */
  shares: { name: string; who: string; percent: number }[]
}

function Fee({ title, text, shares }: FeeProps) {
  return (
    <div className="fee">
      <h3>{title}</h3>
      <p>{text}</p>
      <div className="stack tall" aria-hidden="true">
        {shares.map(({ name, percent }) => (
          <i key={name} className={name} style={{ width: `${percent}%` }} />
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
