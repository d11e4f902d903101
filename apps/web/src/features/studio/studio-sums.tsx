import type { User } from '@platemark/api/profile'
import type { StudioEntry } from '@platemark/api/studio'
import { formatAmount, formatCount } from '@platemark/rules/amounts'
import { formatWorth } from '@platemark/rules/worth'
import { useAppConfig } from '../../components/app-config.ts'
import { Link } from '../../ui/link.tsx'
import { breakable, SumFigure } from './sum-figure.tsx'
import { sumRevenue } from './sum-revenue.ts'

type StudioSumsProps = { entries: StudioEntry[]; user: User }

/** Revenue per currency, what can be withdrawn, and tokens minted, over all collections. */
export function StudioSums({ entries, user }: StudioSumsProps) {
  const { networks } = useAppConfig()
  const revenue = sumRevenue(entries, networks)
  const deployed = entries.filter((entry) => entry.revenue !== null)
  const live = deployed.filter(({ state }) => state === 'live').length
  const minted = deployed.reduce((sum, entry) => sum + entry.minted, 0)
  return (
    <dl className="card sums">
      <div>
        <dt>Revenue, all time</dt>
        <dd className="sum" translate="no">
          <SumFigure
            text={
              revenue.amounts.length === 0
                ? 'None yet'
                : breakable(
                    revenue.amounts
                      .map(({ wei, coin }) => formatAmount(wei, coin))
                      .join(' + '),
                  )
            }
          />
        </dd>
        <dd className="muted small">
          {revenue.amounts.length > 0 && revenue.usd !== null
            ? `${formatWorth(revenue.usd)} at today’s rates, before payees`
            : 'Before payees'}
        </dd>
      </div>
      <div>
        <dt>Yours to withdraw now</dt>
        <dd className="sum">
          <SumFigure text={user.balance > 0 ? formatWorth(user.balance) : 'Nothing'} />
        </dd>
        <dd className="muted small">
          Your shares and referrals, on all networks.{' '}
          <Link className="see-earnings" href="/studio/earnings">
            See earnings
          </Link>
        </dd>
      </div>
      <div>
        <dt>Items minted</dt>
        <dd className="sum">
          <SumFigure text={formatCount(minted)} />
        </dd>
        <dd className="muted small">
          {deployed.length === 1 ? '1 collection' : `${deployed.length} collections`},{' '}
          {live === 0 ? 'none live' : `${live} live`}
        </dd>
      </div>
    </dl>
  )
}
