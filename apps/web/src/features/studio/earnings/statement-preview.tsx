import type { Network } from '@platemark/api/config'
import type { StatementLine } from '@platemark/api/statement'
import { formatAmount } from '@platemark/rules/amounts'
import { useAppConfig } from '../../../components/app-config.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { UnknownWorth } from './unknown-worth.tsx'

const MAX_SHOWN = 6

/** The newest lines of a statement, which its file has in wei; undefined while they load. */
export function StatementPreview({ lines }: { lines: StatementLine[] | undefined }) {
  const { networks } = useAppConfig()
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
          ? 'The newest lines from confirmed blocks, with their value in dollars then and now. The file has amounts in wei.'
          : 'The newest lines from confirmed blocks. No rate in dollars is known for them. The file has amounts in wei.'}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on narrow screens. */}
      <section className="scroll" aria-label="Newest lines" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>Time, UTC</th>
              <th>Collection</th>
              <th className="number">Amount</th>
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
                <td className="number">{writeAmount(line, networks)}</td>
                <td className="number" data-title="USD then">
                  {formatUsd(line.usd_then)}
                </td>
                <td className="number" data-title="USD now">
                  {formatUsd(line.usd_now)}
                </td>
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

/** Writes the exact amount of a line in its currency: the coin of a network, or what wraps it. */
function writeAmount(
  { chain_alias, amount_wei, currency }: StatementLine,
  networks: Network[],
): string {
  const coin = networks.find(({ alias }) => alias === chain_alias)?.native_currency
  return formatAmount(BigInt(amount_wei), { ...coin, symbol: currency })
}

function formatUsd(usd: number | null) {
  return usd === null ? <UnknownWorth /> : usd.toFixed(2)
}
