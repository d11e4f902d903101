import '../../../components/chart/chart.css'
import { formatUnits } from '@platemark/rules/amounts'
import { type PointerEvent, useRef, useState } from 'react'
import { useWidth } from '../../../components/chart/use-width.ts'
import { ChartReading } from './chart-reading.tsx'
import { labelRow } from './labels.ts'
import { MintBars } from './mint-bars.tsx'
import { layOut } from './plot.ts'
import { RevenueLine } from './revenue-line.tsx'
import type { Series } from './series.ts'

export type ChartProps = { series: Series; coin: { symbol: string; decimals: number } }

/** Bars of mints by phase, and the line of revenue so far beneath them. */
export function Chart({ series, coin }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const [at, setAt] = useState<number>()
  const { rows, unit } = series
  const plot = layOut(series, width, coin.decimals)
  const read = (event: PointerEvent<SVGSVGElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    const found = Math.floor((x - plot.left) / plot.x.step())
    setAt(Math.min(Math.max(found, 0), rows.length - 1))
  }
  const first = rows[0]
  const last = rows.at(-1)
  if (!first || !last) return null
  const shown = at === undefined ? undefined : rows[at]
  return (
    <div className="plot" ref={place}>
      {width > 0 && (
        <svg
          className="chart"
          width={width}
          height={plot.height}
          viewBox={`0 0 ${width} ${plot.height}`}
          role="img"
          aria-labelledby="chart-title"
          aria-describedby="chart-text"
          onPointerMove={read}
          onPointerDown={read}
          onPointerLeave={() => setAt(undefined)}
        >
          <title id="chart-title">Mints by phase and revenue by {unit}</title>
          <desc id="chart-text">
            {`From ${labelRow(first.start, series)} to ${labelRow(last.start, series)}. Revenue comes to ${formatUnits(last.sumWei, coin.decimals)} ${coin.symbol}. The table has the same figures.`}
          </desc>
          {shown && (
            <rect
              className="reading-band"
              x={(plot.x(shown.start) ?? 0) - plot.gap / 2}
              width={plot.x.step()}
              y={plot.top - 8}
              height={plot.bottom - plot.top + 8}
            />
          )}
          <MintBars plot={plot} series={series} />
          <RevenueLine plot={plot} series={series} coin={coin} />
        </svg>
      )}
      {shown && (
        <ChartReading plot={plot} row={shown} series={series} coin={coin} width={width} />
      )}
    </div>
  )
}
