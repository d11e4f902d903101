import type { StudioStats } from '@platemark/api/stats'
import { formatCount } from '@platemark/rules/amounts'
import { formatShare } from '@platemark/rules/shares'
import { useQuery } from '@tanstack/react-query'
import { AccountName } from '../../../components/accounts/account-name.tsx'
import { collectorHref } from '../../../components/creator.tsx'
import { Link } from '../../../ui/link.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Own } from '../page/own.ts'
import { studioStatsQuery } from '../page/own-queries.ts'
import { ExportButton } from './export-button.tsx'
import { FiguresFailure } from './figures-failure.tsx'
import { nameGroup } from './name-group.ts'

/** How the items are spread: wallets by what they hold, and the largest. */
export function HolderFigures({ own }: { own: Own }) {
  const read = useQuery(studioStatsQuery(own.draft.contract_id))
  const holders = read.data?.data.holders
  return (
    <section className="card panel" aria-labelledby="holders">
      <div className="panel-head">
        <h2 id="holders">Holders</h2>
        {holders && holders.count > 0 && <ExportButton own={own} kind="holders" />}
      </div>
      {!holders && <FiguresFailure read={read} noun="Holders" />}
      {!holders && !read.isError && <Skeleton width="100%" height={240} />}
      {holders?.count === 0 && <p className="muted">No holders yet.</p>}
      {holders && holders.count > 0 && <Spread holders={holders} />}
    </section>
  )
}

function Spread({ holders }: { holders: StudioStats['holders'] }) {
  const { count, distribution, largest } = holders
  const held = distribution.reduce((sum, { quantity }) => sum + quantity, 0)
  const most = Math.max(...distribution.map((group) => group.holders))
  const first = largest[0]
  const groups = distribution.filter((group) => group.holders > 0)
  return (
    <>
      <p className="muted small">
        {count === 1 ? '1 wallet' : `${formatCount(count)} wallets`} by items held.
        {first && ` The largest holds ${formatShare(first.quantity, held)} of them.`}
      </p>
      <table className="spread">
        <caption className="hide">Wallets by items held</caption>
        <thead className="hide">
          <tr>
            <th scope="col">Items</th>
            <th scope="col">Wallets</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.from}>
              <th scope="row">{nameGroup(group)}</th>
              <td>
                <i
                  aria-hidden="true"
                  style={{ width: `${((group.holders / most) * 56).toFixed(1)}%` }}
                />
                <b>{formatCount(group.holders)}</b>{' '}
                <span className="muted">{formatShare(group.holders, count)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className="figure-table">
        <thead>
          <tr>
            <th scope="col">Largest</th>
            <th scope="col" className="number">
              Items
            </th>
            <th scope="col" className="number">
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {largest.slice(0, 5).map(({ address, name, quantity }) => (
            <tr key={address}>
              <td>
                <AccountLink address={address} name={name} />
              </td>
              <td className="number">{formatCount(quantity)}</td>
              <td className="number">{formatShare(quantity, held)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Link to the page of an account, by its name or else its short address. */
export function AccountLink({ address, name }: { address: string; name: string | null }) {
  return (
    <Link className="link" href={collectorHref(address)} title={address}>
      <AccountName address={address} name={name} />
    </Link>
  )
}
