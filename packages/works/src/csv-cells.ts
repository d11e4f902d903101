import type { Slices } from '@platemark/rules/slices'
import Papa from 'papaparse'

/** Cells of a row with the line, from 1, in which it begins. */
export type CsvRow = { line: number; cells: string[] }

/** Rows that are not blank; `openQuote`: line of a quotation mark that never closes. */
export type CsvCells = { rows: CsvRow[]; openQuote?: number }

/**
 * Splits a text into rows and cells (RFC 4180) with any line end. Commas, semicolons, tabs or
 * bars separate cells: the one that is most frequent in the first line, or that of Excel's
 * `sep=;`. Cells are trimmed.
 */
export function* splitCsv(text: string): Slices<CsvCells> {
  // One kind of line end, so that lines can be counted by it.
  const unified = text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
  const [, written] = /^"?sep=(.)"?[^\S\n]*\n/i.exec(unified) ?? []
  const body = written === undefined ? unified : unified.slice(unified.indexOf('\n') + 1)
  const delimiter = written ?? findDelimiter(body)
  const rows: CsvRow[] = []
  let openQuote: number | undefined
  let line = written === undefined ? 1 : 2
  for (const { cells, text: row, brokenAt } of yield* splitRows(body, delimiter)) {
    if (brokenAt !== undefined) openQuote ??= line + countLineEnds(row.slice(0, brokenAt))
    else if (cells.some((cell) => cell !== '')) rows.push({ line, cells })
    line += countLineEnds(row)
  }
  return { rows, ...(openQuote !== undefined && { openQuote }) }
}

/** A row as it is written; `brokenAt`: place of a quotation mark that makes it unreadable. */
type SplitRow = { cells: string[]; text: string; brokenAt: number | undefined }

/** Characters that are parsed at once. */
const SLICE_CHARACTERS = 30_000

/** Splits a text into rows, a part at a time; the last row of a part begins the next one. */
function* splitRows(text: string, delimiter: string): Slices<SplitRow[]> {
  const rows: SplitRow[] = []
  let size = SLICE_CHARACTERS
  for (let start = 0; start < text.length; ) {
    const isLast = start + size >= text.length
    const part = parsePart(text.slice(start, start + size), delimiter)
    if (!isLast) part.pop()
    // A row that is longer than the part.
    if (part.length === 0) size *= 2
    else size = SLICE_CHARACTERS
    for (const row of part) {
      rows.push(row)
      start += row.text.length
    }
    if (isLast) break
    yield undefined
  }
  return rows
}

function parsePart(text: string, delimiter: string): SplitRow[] {
  const rows: SplitRow[] = []
  let from = 0
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step({ data, errors, meta }) {
      const broken = errors.find(({ type }) => type === 'Quotes')
      const brokenAt = broken && (broken.index ?? from) - from
      const row = text.slice(from, meta.cursor)
      rows.push({ cells: data.map((cell) => cell.trim()), text: row, brokenAt })
      from = meta.cursor
    },
  })
  return rows
}

function findDelimiter(text: string): string {
  const [first = ''] = text.trimStart().split('\n', 1)
  const plain = first.replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '|'].map((one) => plain.split(one).length)
  return [',', ';', '\t', '|'][counts.indexOf(Math.max(...counts))] ?? ','
}

function countLineEnds(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; count += 1) at = text.indexOf('\n', at + 1)
  return count
}
