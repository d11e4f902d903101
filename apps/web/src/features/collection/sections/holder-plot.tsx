import type { Holder } from '@platemark/api/collection-reads'
import { isSameAddress } from '@platemark/rules/addresses'
import { formatCount } from '@platemark/rules/amounts'
import { formatShare } from '@platemark/rules/shares'
import { useSession } from '../../../lib/session.ts'
import { groupHolders, plotSentence } from './shares.ts'

type HolderPlotProps = {
  /** Largest holders in descending order. */
  rows: readonly Holder[]
  /** Total number of holders. */
  total: number
}

/** Bar chart of the largest holders. The table beside it has the figures. */
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
            <span>{formatCount(most)} max</span>
            <span>
              {total > rows.length
                ? `Top ${rows.length} holders`
                : `${formatCount(least)} min`}
            </span>
          </>
        )}
      </div>
    </div>
  )
}

type HolderSharesProps = HolderPlotProps & {
  /** Total number of tokens. */
  held: number
}

/** Cumulative shares of the largest holders. */
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
