import type { Slices } from '@platemark/rules/slices'
import Papa from 'papaparse'
import { type ColumnName, listColumns, readHead } from './columns.ts'
import {
  type ListEntry,
  type RowOptions,
  type RowProblem,
  readRow,
  writeRow,
} from './read-row.ts'
import { splitRows, type TextRow } from './split-rows.ts'

/** An entry with the place where it was read. */
export type ListRow = ListEntry & { source: string; line: number }

/** A row that is no entry. */
export type LeftOutRow = {
  source: string
  line: number
  /** The row as wallet, quantity and price, at most `MAX_ROW_CHARACTERS` long. */
  text: string
  problem: RowProblem
}

export type ListContent = {
  /** Rows of the text without its head; those of `rows` and `leftOut`. */
  count: number
  rows: ListRow[]
  leftOut: LeftOutRow[]
  /** Names of columns that are not read. */
  unusedColumns: string[]
}

/** Characters of a left-out row that are kept. */
const MAX_ROW_CHARACTERS = 200

/** Rows that one slice reads: a checksum in mixed case takes some 30 µs. */
const SLICE_ROWS = 100

/**
 * Reads a list with the columns wallet, quantity and price, the last two optional: in this order,
 * or in that of a first line that names them. Commas, semicolons or tabs separate cells, which
 * may be quoted; blank rows and Excel's `sep=;` are skipped. `source` is the name of the file.
 */
export function* readList(
  text: string,
  source: string,
  options: RowOptions,
): Slices<ListContent> {
  const content: ListContent = { count: 0, rows: [], leftOut: [], unusedColumns: [] }
  const unit = options.unit ?? 'coin'
  const dialect = { separator: undefined as string | undefined }
  let columns: readonly (ColumnName | undefined)[] | undefined
  let isFirst = true
  for (const { rows, share } of groupRows(text)) {
    for (const { row, cells } of splitCells(rows, dialect, isFirst)) {
      isFirst = false
      if (cells.every((cell) => cell === '')) continue
      if (!columns) {
        const head = row.isOpen ? undefined : readHead(cells, unit)
        columns = typeof head === 'object' ? head.columns : listColumns(unit)
        if (typeof head === 'object') {
          content.unusedColumns = head.unused
          continue
        }
        if (head) return refuseHead(content, { source, row, cells, sentence: head })
      }
      content.count += 1
      addRow(content, { source, row, cells, columns, options })
    }
    yield share
  }
  nameCutRow(content, text)
  return content
}

type PlacedRow = { source: string; row: TextRow; cells: string[] }

function addRow(
  content: ListContent,
  {
    source,
    row,
    cells,
    columns,
    options,
  }: PlacedRow & {
    columns: readonly (ColumnName | undefined)[]
    options: RowOptions
  },
): void {
  const { line } = row
  const read = row.isOpen ? { problem: openQuote(row) } : readRow(cells, columns, options)
  if ('entry' in read) {
    content.rows.push({ ...read.entry, source, line })
    return
  }
  const text = row.isOpen ? row.text : writeRow(cells, columns, options)
  content.leftOut.push({ source, line, text: shorten(text), problem: read.problem })
}

function openQuote({ text }: TextRow): RowProblem {
  const sentence = 'A quotation mark is opened here and never closed'
  return { code: 'open_quote', cell: text.slice(0, MAX_ROW_CHARACTERS), sentence }
}

/** Nothing can be read where the columns are not known. */
function refuseHead(
  content: ListContent,
  { source, row, cells, sentence }: PlacedRow & { sentence: string },
): ListContent {
  const text = cells.join(', ')
  const problem: RowProblem = { code: 'column', cell: text, sentence }
  content.count = 1
  content.leftOut.push({ source, line: row.line, text: shorten(text), problem })
  return content
}

/** Names the cause where the last row of a file without a last line end is only half there. */
function nameCutRow({ leftOut }: ListContent, text: string): void {
  const last = leftOut.at(-1)
  if (!last || /[\n\r]\s*$/.test(text.slice(-200))) return
  const isLast = text.slice(-50).trimEnd().endsWith(last.problem.cell)
  if (last.problem.code !== 'digits' || !isLast || last.problem.cell === '') return
  const { sentence } = last.problem
  const hint = 'the text ends here, perhaps too early'
  last.problem = { ...last.problem, sentence: `${sentence}: ${hint}` }
}

function shorten(text: string): string {
  return text.length > MAX_ROW_CHARACTERS
    ? `${text.slice(0, MAX_ROW_CHARACTERS - 1)}…`
    : text
}

function* groupRows(text: string): Generator<{ rows: TextRow[]; share: number }, void> {
  let rows: TextRow[] = []
  for (const row of splitRows(text)) {
    rows.push(row)
    if (rows.length < SLICE_ROWS) continue
    yield { rows, share: row.share }
    rows = []
  }
  if (rows.length > 0) yield { rows, share: 1 }
}

/** Splits rows into cells, and finds the separator that the first row may declare. */
function* splitCells(
  rows: readonly TextRow[],
  dialect: { separator: string | undefined },
  isFirst: boolean,
): Generator<{ row: TextRow; cells: string[] }, void> {
  for (const [at, row] of rows.entries()) {
    if (isFirst && at === 0) {
      dialect.separator = /^"?sep=(.)"?$/i.exec(row.text.trim())?.[1]
      if (dialect.separator) continue
    }
    if (row.isOpen) {
      yield { row, cells: [row.text] }
      continue
    }
    const separator = dialect.separator ?? findSeparator(row.text)
    yield { row, cells: parseCells(row.text, separator).map(cleanCell) }
  }
}

/** Pasted rows may have nothing but blanks between their cells. */
function findSeparator(text: string): string {
  const marked = ['\t', ';', ','].find((one) => text.includes(one))
  return marked ?? (/^\s*0x[0-9a-f]{40}\s+\S/i.test(text) ? ' ' : ',')
}

function parseCells(text: string, delimiter: string): string[] {
  if (!text.includes('"')) {
    const plain = delimiter === ' ' ? text.trim().split(/\s+/) : text.split(delimiter)
    return plain
  }
  const { data } = Papa.parse<string[]>(text, { delimiter, newline: '\n' })
  return data[0] ?? []
}

/**
 * Removes blanks and invisible characters, which copied addresses bring along, quotes, and the
 * marks by which spreadsheets keep a cell as text (`'0x…`, `="0x…"`).
 */
function cleanCell(cell: string): string {
  // Most cells are clean, and this is asked 300,000 times for a long list.
  if (/^[0-9A-Za-z.]*$/.test(cell)) return cell
  const visible = cell.replaceAll(/\p{Cf}/gu, '').trim()
  const unmarked = visible.replace(/^=(?=")/, '').replace(/^'(?=0x)/i, '')
  const [, quoted] = /^"([\s\S]*)"$/.exec(unmarked) ?? []
  return (quoted?.replaceAll('""', '"') ?? unmarked).trim()
}
