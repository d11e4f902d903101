import type { StudioStats } from '@platemark/api/stats'
import { formatCount, formatUnits } from '@platemark/rules/amounts'
import { useQuery } from '@tanstack/react-query'
import { collectionHref } from '../../../components/collection-href.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Own } from '../page/own.ts'
import { studioStatsQuery } from '../page/own-queries.ts'
import { ExportButton } from './export-button.tsx'
import { FiguresFailure } from './figures-failure.tsx'
import { AccountLink } from './holder-figures.tsx'

/** Mints that came through links, by referrer. */
export function Referrers({ own }: { own: Own }) {
  const { collection, draft } = own
  const read = useQuery(studioStatsQuery(draft.contract_id))
  const stats = read.data?.data.since_start
  return (
    <section className="card panel" aria-labelledby="referrers">
      <div className="panel-head">
        <h2 id="referrers">Referrers</h2>
        <Button
          look="quiet"
          onClick={() => void copyLink(`${location.origin}${collectionHref(collection)}`)}
        >
          <Icon name="copy" />
          Copy your link
        </Button>
        {stats && stats.referred.minted > 0 && (
          <ExportButton own={own} kind="referrers" />
        )}
      </div>
      {!stats && <FiguresFailure read={read} noun="Referrers" />}
      {!stats && !read.isError && <Skeleton width="100%" height={160} />}
      {stats && <Referred own={own} stats={stats} />}
    </section>
  )
}

async function copyLink(url: string) {
  try {
    await navigator.clipboard.writeText(url)
    toast('success', 'Link copied.')
  } catch {
    toast('error', 'The link could not be copied.', { text: url })
  }
}

function Referred({ own, stats }: { own: Own; stats: StudioStats['since_start'] }) {
  const { minted, referred, referrers } = stats
  const { symbol, decimals } = own.network.native_currency
  const units = (wei: string) => formatUnits(BigInt(wei), decimals)
  const others = minted - referred.minted
  return (
    <>
      <p className="muted small">
        {minted > 0 &&
          `${formatCount(referred.minted)} of ${formatCount(minted)} ${minted === 1 ? 'mint' : 'mints'} came through a link. `}
        Referrers get 20% of the mint fee, never part of your price.
      </p>
      {referrers.length > 0 && (
        <table className="figure-table">
          <thead>
            <tr>
              <th scope="col">Referrer</th>
              <th scope="col" className="number">
                Mints
              </th>
              <th scope="col" className="number">
                Brought you, {symbol}
              </th>
              <th scope="col" className="number">
                Earned, {symbol}
              </th>
            </tr>
          </thead>
          <tbody>
            {referrers.map((one) => (
              <tr key={one.address}>
                <td>
                  <AccountLink address={one.address} name={one.name} />
                </td>
                <td className="number">{formatCount(one.minted)}</td>
                <td className="number">{units(one.volume_wei)}</td>
                <td className="number">{units(one.earned_wei)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">With a link</th>
              <td className="number">{formatCount(referred.minted)}</td>
              <td className="number">{units(referred.volume_wei)}</td>
              <td className="number">{units(referred.earned_wei)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      {referred.minted > 0 && others > 0 && (
        <p className="muted small panel-note">
          {others === 1 ? '1 mint' : `${formatCount(others)} mints`} came without a link.
        </p>
      )}
    </>
  )
}
