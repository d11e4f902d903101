import type { StatementLine } from '@platemark/api/statement'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { UnknownWorth } from './unknown-worth.tsx'

const MAX_SHOWN = 6

/** The newest lines of a statement as the file has them; undefined while they load. */
export function StatementPreview({ lines }: { lines: StatementLine[] | undefined }) {
  if (!lines) {
    return (
      <div className="late" role="status" aria-busy="true">
        <span className="hide">Loading the newest lines</span>
        <Skeleton width="100%" height={120} />
      </div>
    )
  }
  if (lines.length === 0) return <p className="muted small">No lines to show.</p>
  const hasRates = lines.some((line) => line.usd_then !== null || line.usd_now !== null)
  return (
    <>
      <p className="muted small">
        {hasRates
          ? 'To the wei, with its value in dollars when it was minted and now. The newest lines from confirmed blocks.'
          : 'To the wei. No rate in dollars is known for these lines. The newest ones of confirmed blocks.'}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on narrow screens. */}
      <section className="scroll" aria-label="Newest lines" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>Time, UTC</th>
              <th>Collection</th>
              <th className="number">Wei</th>
              <th className="number">USD then</th>
              <th className="number">USD now</th>
            </tr>
          </thead>
          <tbody translate="no">
            {lines.slice(0, MAX_SHOWN).map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of one transaction differ by place alone.
              <tr key={`${line.transaction_hash} ${place}`}>
                <td>
                  <time dateTime={line.time}>
                    {`${line.time.slice(5, 10)} ${line.time.slice(11, 19)}`}
                  </time>
                </td>
                <td title={line.name}>
                  {line.name}
                  {line.kind !== 'mint' && (
                    <span className="muted">, {kindNames[line.kind]}</span>
                  )}
                </td>
                <td className="number">{line.amount_wei}</td>
                <td className="number">{formatUsd(line.usd_then)}</td>
                <td className="number">{formatUsd(line.usd_now)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

const kindNames: Record<StatementLine['kind'], string> = {
  mint: 'mint',
  referral: 'referral',
  withdrawal: 'withdrawal',
  royalty: 'royalty',
  royalty_withdrawal: 'royalty paid out',
}

function formatUsd(usd: number | null) {
  return usd === null ? <UnknownWorth /> : usd.toFixed(2)
}
