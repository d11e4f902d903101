import { formatAmount, formatCount } from '@platemark/rules/amounts'
import { labelRow } from './labels.ts'
import type { Plot } from './plot.ts'
import type { Series, SeriesRow } from './series.ts'

const WIDTH_PX = 190

type ChartReadingProps = {
  plot: Plot
  row: SeriesRow
  series: Series
  coin: { symbol: string; decimals: number }
  /** Size of the chart, in px. */
  width: number
}

/** The figures of the row under the pointer; the table has them for everyone else. */
export function ChartReading({ plot, row, series, coin, width }: ChartReadingProps) {
  const start = (plot.x(row.start) ?? 0) - plot.gap / 2
  const after = start + plot.x.step() + 6
  const before = start - 6 - WIDTH_PX
  const left = after + WIDTH_PX <= width ? after : Math.max(0, before)
  const minted = series.phases.filter((_, place) => (row.counts[place] ?? 0) > 0)
  return (
    <div className="reading" aria-hidden="true" style={{ left, width: WIDTH_PX }}>
      <b>{labelRow(row.start, series)}</b>
      {minted.map(({ phaseId, title }) => {
        const place = series.phases.findIndex((one) => one.phaseId === phaseId)
        const count = row.counts[place] ?? 0
        return (
          <span key={phaseId}>
            <i className={`swatch hue-${place % 6}`} />
            {title}
            <em>
              {formatCount(count)} {count === 1 ? 'mint' : 'mints'}
            </em>
          </span>
        )
      })}
      <span>
        That {series.unit}
        <em>{formatAmount(row.revenueWei, coin)}</em>
      </span>
      <span>
        So far
        <em>{formatAmount(row.sumWei, coin)}</em>
      </span>
    </div>
  )
}
