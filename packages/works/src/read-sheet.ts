import { decodeText } from '@platemark/rules/decode-text'
import { startHigh } from '@platemark/rules/first-letter'
import { mapSlices, type Slices } from '@platemark/rules/slices'
import { type CsvRow, splitCsv } from './csv-cells.ts'
import { notices as noticeSentences, sentences } from './messages.ts'
import { createProblem } from './problem.ts'
import { type Role, readSheetHead, type SheetColumn } from './sheet-columns.ts'
import { describeSpoiledCell } from './spoiled-cell.ts'
import type { Notice, RowReading, WorkProblem, WorkRow } from './work-types.ts'

/**
 * Reads a sheet: CSV in UTF-8 or UTF-16 with the columns of OpenSea's manifest (tokenID, name,
 * description, file_name, external_url, animation_url, attributes[trait]) or plain ones, where
 * each column without another meaning is a trait. An empty cell is no trait.
 */
export function* readSheet(path: string, bytes: Uint8Array): Slices<RowReading> {
  const decoded = decodeText(bytes)
  if ('problem' in decoded) {
    const source = {
      file: path,
      ...(decoded.line !== undefined && { line: decoded.line }),
    }
    return emptyReading(createProblem('unreadable', source, sentence(path, decoded)))
  }
  const { rows: lines, openQuote } = yield* splitCsv(decoded.text)
  const problems: WorkProblem[] = []
  if (openQuote !== undefined) {
    const source = { file: path, line: openQuote }
    problems.push(createProblem('half_row', source, sentences.openQuote))
  }
  const [head, ...others] = lines
  if (!head || others.length === 0) {
    const source = { file: path, line: head?.line ?? 1 }
    if (problems.length === 0) {
      problems.push(createProblem('columns', source, sentences.noRows))
    }
    return { rows: [], problems, notices: [], traits: [] }
  }
  const { columns, problems: faults } = readSheetHead(head.cells, (column) =>
    others.some(({ cells }) => (cells[column] ?? '') !== ''),
  )
  const headSource = { file: path, line: head.line }
  problems.push(
    ...faults.map(({ field, sentence: text }) =>
      createProblem('columns', headSource, text, field === '' ? {} : { field }),
    ),
  )
  const read = yield* mapSlices(others, (line) => readRow(path, line, columns))
  problems.push(...read.flatMap((one) => one.problems))
  const rows = read.flatMap(({ row }) => (row ? [row] : []))
  const unread = columns.filter(({ role, name }) => role === 'unread' && name !== '')
  const notices: Notice[] = unread.map(({ name }) => ({
    code: 'column',
    sentence: noticeSentences.column(name),
    count: rows.length,
  }))
  const traits = columns.flatMap((column) => ('trait' in column ? [column.trait] : []))
  return { rows, problems, notices, traits }
}

function sentence(path: string, { problem, line }: { problem: string; line?: number }) {
  if (line === undefined) return `${path} ${problem}`
  return startHigh(problem)
}

function emptyReading(problem: WorkProblem): RowReading {
  return { rows: [], problems: [problem], notices: [], traits: [] }
}

function readRow(
  file: string,
  { line, cells }: CsvRow,
  columns: readonly SheetColumn[],
): { row?: WorkRow; problems: WorkProblem[] } {
  const source = { file, line }
  const surplus = cells.slice(columns.length).some((cell) => cell !== '')
  if (surplus || cells.length < columns.length) {
    const text = surplus ? sentences.longRow : sentences.shortRow
    const problem = createProblem('half_row', source, text(cells.length, columns.length))
    return { problems: [problem] }
  }
  const row: WorkRow = { source, origin: 'sheet', traits: [], reported: [] }
  const problems: WorkProblem[] = []
  for (const [at, column] of columns.entries()) {
    const cell = cells[at] ?? ''
    if (column.role === 'unread' || cell === '') continue
    const field = column.role === 'trait' ? column.trait : column.role
    const spoiled = column.role === 'description' ? undefined : describeSpoiledCell(cell)
    if (spoiled !== undefined) {
      problems.push(createProblem('spoiled', source, spoiled, { field: column.name }))
      row.reported.push(field)
    }
    // A spoiled value is kept too, so that nothing else is found missing in its place.
    if (column.role === 'trait') row.traits.push({ name: column.trait, value: cell })
    else row[column.role satisfies Role] = cell
  }
  return { row, problems }
}
