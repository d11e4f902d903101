import { formatUnits } from '@platemark/rules/amounts'
import { scaleBand, scaleLinear } from '@visx/scale'
import type { Series, SeriesRow } from './series.ts'

const LEFT = 44
const TOP = 46
const GAP = 76
const NARROW_PX = 560

/** Scales and places of the chart, in px. */
export type Plot = ReturnType<typeof layOut>

/** Returns the scales for a width in px: bars above, the line of revenue below. */
export function layOut({ rows }: Series, width: number, decimals: number) {
  const isNarrow = width < NARROW_PX
  const right = Math.max(LEFT + 1, width - (isNarrow ? 4 : 8))
  const barsBottom = TOP + (isNarrow ? 150 : 190)
  const lineTop = barsBottom + GAP
  const bottom = lineTop + (isNarrow ? 90 : 110)
  const x = scaleBand({
    domain: rows.map(({ start }) => start),
    range: [LEFT, right],
    padding: isNarrow ? 0.2 : 0.35,
    paddingOuter: 0.1,
  })
  const most = Math.max(1, ...rows.map(sumCounts))
  const mints = scaleLinear({ domain: [0, most], range: [barsBottom, TOP], nice: 4 })
  const sums = rows.map((row) => toCoins(row.sumWei, decimals))
  const revenue = scaleLinear({
    domain: [0, Math.max(...sums) || 1],
    range: [bottom, lineTop],
    nice: 2,
  })
  return {
    ...{ x, mints, revenue, sums, isNarrow, right, barsBottom, lineTop, bottom },
    left: LEFT,
    top: TOP,
    /** Space between two bars. */
    gap: x.step() - x.bandwidth(),
    height: bottom + 26,
    /** Rows whose label stands beneath the chart. */
    labelled: chooseLabels(rows, isNarrow ? 4 : 10),
  }
}

/** Returns the tokens of a row over all phases. */
export function sumCounts({ counts }: SeriesRow): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Converts wei to a number of coins, as exact as a pixel needs. */
function toCoins(wei: bigint, decimals: number): number {
  return Number(formatUnits(wei, decimals))
}

/** Returns rows at equal distances, at most `most` and one more. */
function chooseLabels(rows: readonly SeriesRow[], most: number): SeriesRow[] {
  const step = Math.max(1, Math.ceil(rows.length / most))
  return rows.filter((_, place) => place % step === 0)
}
