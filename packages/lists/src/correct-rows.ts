import type { LeftOutRow, ListRow } from './read-list.ts'
import { type RowOptions, readRowText } from './read-row.ts'

/** New text of a row that was left out; null drops it. */
export type RowCorrection = { row: LeftOutRow; text: string | null }

type Rows = { rows: readonly ListRow[]; leftOut: readonly LeftOutRow[] }

/** Reads the new texts of rows that were left out, each at its place. */
export function correctRows<T extends Rows>(
  list: T,
  corrections: readonly RowCorrection[],
  options: RowOptions,
): T {
  const texts = new Map(corrections.map(({ row, text }) => [row, text]))
  const entries: ListRow[] = []
  const leftOut = list.leftOut.flatMap((row): LeftOutRow[] => {
    const text = texts.get(row)
    if (text === undefined) return [row]
    if (text === null) return []
    const { source, line } = row
    const read = readRowText(text, options)
    if ('problem' in read) return [{ source, line, text, problem: read.problem }]
    entries.push({ ...read.entry, source, line })
    return []
  })
  return { ...list, leftOut, rows: list.rows.concat(entries) }
}
