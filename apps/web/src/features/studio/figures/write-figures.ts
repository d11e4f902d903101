import { formatUnits } from '@platemark/rules/amounts'
import { writeCsv } from '@platemark/rules/write-csv'
import type { Series } from './series.ts'

/** Returns the figures as CSV: a row for each bar, amounts exact in coins. */
export function writeFigures(
  { phases, rows, unit }: Series,
  { symbol, decimals }: { symbol: string; decimals: number },
): string {
  const head = [
    `${unit} from (UTC)`,
    ...phases.map(({ title }) => title),
    `revenue ${symbol}`,
    `revenue so far ${symbol}`,
  ]
  const lines = rows.map(({ start, counts, revenueWei, sumWei }) => [
    new Date(start).toISOString(),
    ...counts,
    formatUnits(revenueWei, decimals),
    formatUnits(sumWei, decimals),
  ])
  return writeCsv([head, ...lines])
}
