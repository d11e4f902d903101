import { formatAmount } from '@platemark/rules/amounts'
import { Area, LinePath } from '@visx/shape'
import { TickLabels } from './mint-bars.tsx'
import type { Plot } from './plot.ts'
import type { Series } from './series.ts'

type RevenueLineProps = {
  plot: Plot
  series: Series
  coin: { symbol: string; decimals: number }
}

/** Revenue since the start, to the end of each row. */
export function RevenueLine({ plot, series, coin }: RevenueLineProps) {
  const { x, revenue, sums, lineTop, bottom, left, right } = plot
  const points = series.rows.map(({ start }, place) => ({
    x: (x(start) ?? 0) + x.bandwidth() / 2,
    y: revenue(sums[place] ?? 0),
  }))
  const last = points.at(-1)
  const total = series.rows.at(-1)?.sumWei ?? 0n
  return (
    <g>
      <text className="strong" x={0} y={lineTop - 22}>
        Revenue so far, {coin.symbol}
      </text>
      {revenue.ticks(2).map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? 'axis' : 'gridline'}
            x1={left}
            x2={right}
            y1={revenue(tick)}
            y2={revenue(tick)}
          />
          <text x={left - 8} y={revenue(tick) + 4} textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      <Area
        className="revenue-area"
        data={points}
        x={(point) => point.x}
        y0={bottom}
        y1={(point) => point.y}
      />
      <LinePath
        className="revenue-line"
        data={points}
        x={(point) => point.x}
        y={(point) => point.y}
      />
      {last && (
        <>
          <circle className="revenue-end" cx={last.x} cy={last.y} r={4} />
          <text className="strong halo" x={last.x - 8} y={last.y - 9} textAnchor="end">
            {formatAmount(total, { decimals: coin.decimals })}
          </text>
        </>
      )}
      <TickLabels plot={plot} series={series} y={bottom + 18} />
    </g>
  )
}
