import { formatCount } from '@platemark/rules/amounts'
import { Bar, BarRounded } from '@visx/shape'
import { labelTick } from './labels.ts'
import { type Plot, sumCounts } from './plot.ts'
import type { Series, SeriesRow } from './series.ts'

type MintBarsProps = { plot: Plot; series: Series }

/** Mints of each row, stacked by phase in the order of the legend. */
export function MintBars({ plot, series }: MintBarsProps) {
  const { mints, barsBottom, right, left } = plot
  const ticks = mints.ticks(4).filter(Number.isInteger)
  return (
    <g>
      <text className="strong" x={0} y={14}>
        Mints per {series.unit}
      </text>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? 'axis' : 'gridline'}
            x1={left}
            x2={right}
            y1={mints(tick)}
            y2={mints(tick)}
          />
          <text x={left - 8} y={mints(tick) + 4} textAnchor="end">
            {formatCount(tick)}
          </text>
        </g>
      ))}
      {series.rows.map((row) => (
        <Stack key={row.start} plot={plot} row={row} />
      ))}
      {!plot.isNarrow && <PhaseLabels plot={plot} series={series} />}
      <TickLabels plot={plot} series={series} y={barsBottom + 18} />
    </g>
  )
}

const MAX_BAR_PX = 24

/** Width of a letter of a label, for the side on which it has room. */
const LETTER_PX = 7

/** Returns the left edge and the width of the bar of a row, in px. */
function placeBar({ x }: Plot, { start }: SeriesRow) {
  const width = Math.min(MAX_BAR_PX, x.bandwidth())
  return { left: (x(start) ?? 0) + (x.bandwidth() - width) / 2, width }
}

function Stack({ plot, row }: { plot: Plot; row: SeriesRow }) {
  const { mints } = plot
  const { left, width } = placeBar(plot, row)
  const last = row.counts.findLastIndex((count) => count > 0)
  return row.counts.map((count, place) => {
    if (count === 0) return null
    const below = row.counts.slice(0, place).reduce((sum, one) => sum + one, 0)
    const y = mints(below + count)
    // A thin line of the ground parts the phases of one bar.
    const height = Math.max(1, mints(below) - y - (below > 0 ? 2 : 0))
    const box = { x: left, y, width, height, className: `hue-${place % 6}` }
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is that of the phase.
    if (place !== last) return <Bar key={place} {...box} />
    // biome-ignore lint/suspicious/noArrayIndexKey: as above.
    return <BarRounded key={place} {...box} radius={Math.min(3, height, width / 2)} top />
  })
}

/** Name of each phase above the highest bar in which it leads, so that no colour is needed. */
function PhaseLabels({ plot, series: { phases, rows } }: MintBarsProps) {
  const taken: number[] = []
  return phases.map(({ phaseId, title }, place) => {
    const leading = rows.filter(({ counts }) => isHighest(counts, place))
    const row = leading.toSorted(
      (a, b) => (b.counts[place] ?? 0) - (a.counts[place] ?? 0),
    )[0]
    if (!row) return null
    const { left, width } = placeBar(plot, row)
    if (taken.some((one) => Math.abs(one - left) < 90)) return null
    taken.push(left)
    const text = nameBar(row, phases, title)
    const isLate = left + text.length * LETTER_PX > plot.right
    return (
      <text
        key={phaseId}
        className="strong halo"
        x={isLate ? left + width : left}
        y={plot.mints(sumCounts(row)) - 8}
        textAnchor={isLate ? 'end' : 'start'}
      >
        {text}
      </text>
    )
  })
}

/** Length up to which the names of all phases of a bar stand above it. */
const MAX_NAMES = 30

/** Names all phases of a bar; where that is too long, the one that leads and how many more. */
function nameBar(
  { counts }: SeriesRow,
  phases: Series['phases'],
  leading: string,
): string {
  const titles = phases.flatMap(({ title }, place) => (counts[place] ? [title] : []))
  const names = titles.join(', ')
  if (titles.length === 1 || names.length <= MAX_NAMES) return names
  return `${leading} and ${titles.length - 1} more`
}

function isHighest(counts: readonly number[], place: number): boolean {
  const count = counts[place] ?? 0
  return count > 0 && counts.every((other) => other <= count)
}

/** Times beneath one of the two plots. */
export function TickLabels({ plot, series, y }: MintBarsProps & { y: number }) {
  const { x, labelled } = plot
  return labelled.map(({ start }) => (
    <text key={start} x={(x(start) ?? 0) + x.bandwidth() / 2} y={y} textAnchor="middle">
      {labelTick(start, series)}
    </text>
  ))
}
