import Papa from 'papaparse'

/**
 * Returns rows as CSV for a spreadsheet (RFC 4180, lines end in CRLF): every cell is quoted, and
 * an apostrophe stands before one that a spreadsheet would take for a formula.
 */
export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  const table = rows.map((row) => [...row])
  return `${Papa.unparse(table, { quotes: true, escapeFormulae: true })}\r\n`
}
