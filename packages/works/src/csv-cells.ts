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
export function splitCsv(text: string): CsvCells {
  // One kind of line end, so that lines can be counted by it.
  const unified = text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
  const [, written] = /^"?sep=(.)"?[^\S\n]*\n/i.exec(unified) ?? []
  const body = written === undefined ? unified : unified.slice(unified.indexOf('\n') + 1)
  const delimiter = written ?? findDelimiter(body)
  const rows: CsvRow[] = []
  let openQuote: number | undefined
  let line = written === undefined ? 1 : 2
  let from = 0
  Papa.parse<string[]>(body, {
    delimiter,
    newline: '\n',
    step({ data, errors, meta }) {
      const broken = errors.find(({ type }) => type === 'Quotes')
      if (broken) {
        openQuote ??= line + countLineEnds(body, from, broken.index ?? from)
      }
      const cells = data.map((cell) => cell.trim())
      if (!broken && cells.some((cell) => cell !== '')) rows.push({ line, cells })
      line += countLineEnds(body, from, meta.cursor)
      from = meta.cursor
    },
  })
  return { rows, ...(openQuote !== undefined && { openQuote }) }
}

function findDelimiter(text: string): string {
  const [first = ''] = text.trimStart().split('\n', 1)
  const plain = first.replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '|'].map((one) => plain.split(one).length)
  return [',', ';', '\t', '|'][counts.indexOf(Math.max(...counts))] ?? ','
}

function countLineEnds(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; count += 1) {
    at = text.indexOf('\n', at + 1)
  }
  return count
}
