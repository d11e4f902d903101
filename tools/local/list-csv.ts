import { splitLines } from '@platemark/rules/decode-text'
import { parseAddress } from '@platemark/rules/parse-address'

/** Entry of a list as the API takes it. */
export type ListEntry = { address: string; quantity?: number; price_wei?: string }

/** Line of a list, from 1, with its entry or what is wrong with it. */
export type ListLine = { line: number } & ({ entry: ListEntry } | { problem: string })

const COLUMNS = ['address', 'quantity', 'price_wei'] as const
type Column = (typeof COLUMNS)[number]

const USE_COLUMNS = 'use address, quantity and price_wei'

/**
 * Parses a list with the columns address, quantity and price_wei, the last two optional:
 * in this order, or in that of a first line that names them. Commas, semicolons or tabs
 * separate cells, which may be quoted; empty lines and Excel's `sep=;` are skipped. The
 * lines are read here and not by a CSV library, because each mistake is named by its line.
 */
export function parseListCsv(text: string): ListLine[] {
  const lines = splitLines(text).map((content, index) => ({ content, line: index + 1 }))
  const separator = /^"?sep=(.)"?$/i.exec(lines[0]?.content.trim() ?? '')?.[1]
  if (separator) lines.shift()
  const rows = lines
    .map(({ content, line }) => ({ cells: splitCells(content, separator), line }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const head = readHead(rows[0]?.cells ?? [])
  if (!head) return rows.map(({ cells, line }) => ({ line, ...readRow(cells, COLUMNS) }))
  const [{ line } = { line: 1 }, ...others] = rows
  if ('problem' in head) return [{ line, problem: head.problem }]
  return others.map(({ cells, line }) => ({ line, ...readRow(cells, head.columns) }))
}

/** Splits a line at separators outside quotes; without one given, finds the line's own. */
function splitCells(line: string, given?: string): string[] {
  const separator = given ?? ['\t', ';'].find((one) => line.includes(one)) ?? ','
  const cells: string[] = ['']
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    if (character === separator && !isQuoted) cells.push('')
    else cells[cells.length - 1] += character
  }
  return cells.map(cleanCell)
}

/** Removes blanks and invisible characters, which copied addresses bring along, and quotes. */
function cleanCell(cell: string): string {
  const visible = cell.replaceAll(/\p{Cf}/gu, '').trim()
  const [, quoted] = /^"([\s\S]*)"$/.exec(visible) ?? []
  return (quoted?.replaceAll('""', '"') ?? visible).trim()
}

/** Reads a line that names the columns; undefined if it is not one. */
function readHead(
  cells: string[],
): { columns: (Column | undefined)[] } | { problem: string } | undefined {
  const names = cells.map((cell) => cell.toLowerCase().replaceAll(' ', '_'))
  const columns = names.map((name) => COLUMNS.find((column) => column === name))
  if (!columns.some((column) => column)) return undefined
  const unknown = cells.find((cell, at) => cell !== '' && !columns[at])
  if (unknown !== undefined) {
    return { problem: `${quote(unknown)} is not a column: ${USE_COLUMNS}.` }
  }
  const twice = columns.find((column, at) => column && columns.indexOf(column) !== at)
  if (twice) return { problem: `the column ${twice} is there twice.` }
  if (!columns.includes('address')) return { problem: 'the column address is missing.' }
  // Columns after the named ones have their usual order.
  const isUsual = COLUMNS.slice(0, columns.length).every(
    (name, at) => columns[at] === name,
  )
  return { columns: isUsual ? [...COLUMNS] : columns }
}

function readRow(
  cells: string[],
  columns: readonly (Column | undefined)[],
): { entry: ListEntry } | { problem: string } {
  const cellOf = (column: Column) => cells[columns.indexOf(column)] ?? ''
  const surplus = cells.find((cell, at) => cell !== '' && !columns[at])
  const [address, quantity, price] = [
    cellOf('address'),
    cellOf('quantity'),
    cellOf('price_wei'),
  ]
  const problem =
    describeAddress(address) ??
    describeQuantity(quantity) ??
    describePrice(price) ??
    (surplus && `${quote(surplus)} has no column: ${USE_COLUMNS}.`)
  if (problem) return { problem }
  return {
    entry: {
      address,
      ...(quantity !== '' && { quantity: Number(quantity) }),
      ...(price !== '' && { price_wei: BigInt(price).toString() }),
    },
  }
}

/** Returns what is wrong with an address of a list. */
export function describeAddress(text: string): string | undefined {
  if (text === '') return 'the address is missing.'
  // One letter case has no checksum, which is slow to compute for long lists.
  if (/^0x([0-9a-f]{40}|[0-9A-F]{40})$/.test(text)) return undefined
  if (parseAddress(text)) return undefined
  if (/^0x[0-9a-f]{40}$/i.test(text)) {
    return `${quote(text)} is not an address: a letter is wrong, its checksum does not fit. Copy it again.`
  }
  const length = /^0x[0-9a-f]*$/i.test(text) ? `, not ${text.length - 2}` : ''
  return `${quote(text)} is not an address: use 0x and 40 hex digits${length}.`
}

const MAX_QUANTITY = 65_535

/** Returns what is wrong with a quantity of a list; an empty one is the phase's limit. */
export function describeQuantity(text: string): string | undefined {
  const isWhole = /^\d*$/.test(text)
  if (isWhole && (text === '' || (Number(text) >= 1 && Number(text) <= MAX_QUANTITY))) {
    return undefined
  }
  return `${quote(text)} is not a quantity: use a whole number from 1 to 65,535, or nothing for the limit of the phase.`
}

/** The contracts keep prices in 80 bits. */
const MAX_PRICE_WEI = 2n ** 80n - 1n

/** Returns what is wrong with a price of a list; an empty one is the phase's price. */
export function describePrice(text: string): string | undefined {
  if (text === '') return undefined
  if (!/^\d+$/.test(text)) {
    return `${quote(text)} is not a price in wei: use digits only, such as 500000000000000.`
  }
  if (BigInt(text) > MAX_PRICE_WEI)
    return `${quote(text)} is too high for a price in wei.`
  if (BigInt(text) % 1_000_000_000n !== 0n) {
    return `${quote(text)} is not a price: prices are whole gwei, so the last nine digits are 0.`
  }
  return undefined
}

const MAX_QUOTED = 60

function quote(text: string): string {
  return `"${text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text}"`
}
