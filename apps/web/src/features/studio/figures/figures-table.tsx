import { formatCount, formatUnits } from '@platemark/rules/amounts'
import { labelRow } from './labels.ts'
import type { Series } from './series.ts'

type FiguresTableProps = {
  series: Series
  coin: { symbol: string; decimals: number }
}

/** The figures of the chart, a row for each of its bars. */
export function FiguresTable({ series, coin: { symbol, decimals } }: FiguresTableProps) {
  const { phases, rows, unit } = series
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach that.
    <section className="figure-rows" tabIndex={0} aria-label={`Figures by ${unit}`}>
      <table className="figure-table">
        <caption className="hide">Mints by phase and revenue by {unit}</caption>
        <thead>
          <tr>
            <th scope="col">{unit === 'hour' ? 'Hour' : 'Day'}</th>
            {phases.map(({ phaseId, title }) => (
              <th key={phaseId} scope="col" className="number">
                {title}
              </th>
            ))}
            <th scope="col" className="number">
              Revenue, {symbol}
            </th>
            <th scope="col" className="number">
              So far, {symbol}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.start}>
              <th scope="row">{labelRow(row.start, series)}</th>
              {row.counts.map((count, place) => (
                <td
                  key={phases[place]?.phaseId}
                  className={count === 0 ? 'number muted' : 'number'}
                >
                  {formatCount(count)}
                </td>
              ))}
              <td className="number">{formatUnits(row.revenueWei, decimals)}</td>
              <td className="number">{formatUnits(row.sumWei, decimals)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
