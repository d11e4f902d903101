import type { Holder } from '@platemark/api/collection-reads'
import { isSameAddress } from '@platemark/rules/addresses'
import { formatCount } from '@platemark/rules/amounts'
import { useSession } from '../../../lib/session.ts'
import { formatShare, groupHolders, plotSentence } from './shares.ts'

type HolderPlotProps = {
  /** The largest ones, from most to fewest. */
  rows: readonly Holder[]
  /** How many holders there are. */
  total: number
}

/** One bar for each of the largest holders. The table beside it has their figures. */
export function HolderPlot({ rows, total }: HolderPlotProps) {
  const { wallet } = useSession()
  const most = rows[0]?.quantity ?? 1
  const least = rows.at(-1)?.quantity ?? 0
  return (
    <div className="holder-plot" role="img" aria-label={plotSentence(rows, total)}>
      <div className="bars">
        {rows.map(({ address, quantity }) => (
          <i
            key={address}
            className={isSameAddress(address, wallet?.address) ? 'own' : undefined}
            style={{ height: `${((quantity / most) * 100).toFixed(1)}%` }}
          />
        ))}
      </div>
      <div className="plot-feet">
        {most === least && total <= rows.length ? (
          <span>{formatCount(most)} each</span>
        ) : (
          <>
            <span>{formatCount(most)} at most</span>
            <span>
              {total > rows.length
                ? `the ${rows.length} largest`
                : `${formatCount(least)} at least`}
            </span>
          </>
        )}
      </div>
    </div>
  )
}

type HolderSharesProps = HolderPlotProps & {
  /** How many prints there are. */
  held: number
}

/** How much of everything the largest holders have together. */
export function HolderShares({ rows, total, held }: HolderSharesProps) {
  return (
    <dl className="holder-shares">
      {groupHolders(rows, total, held).map(({ title, holders, quantity }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            {formatShare(quantity, held)}
            <small>
              {formatCount(quantity)} of {formatCount(held)}
              {holders > 1 && title !== `Largest ${holders}` && (
                <>, {formatCount(holders)} wallets</>
              )}
            </small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
