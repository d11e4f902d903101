import { formatUnits } from '@platemark/rules/amounts'
import { type ColumnName, listColumns, type Unit } from './columns.ts'
import { describePrice, describeQuantity, type TermProblem } from './read-terms.ts'
import {
  type AccountProblem,
  type AccountUse,
  resolveAccount,
} from './resolve-account.ts'

/** One wallet of a list; null takes the value of the phase. */
export type ListEntry = {
  /** Lower case. */
  address: string
  /** Tokens that the wallet may mint. */
  quantity: number | null
  /** Wei for one token, as decimal digits. */
  price_wei: string | null
}

/** Why a row is no entry of a list. */
export type RowProblem = {
  code: AccountProblem['code'] | TermProblem['code'] | 'column' | 'open_quote' | 'surplus'
  /** The cell that is wrong. */
  cell: string
  sentence: string
  /** Its correction, where it is certain. */
  fix?: RowFix
}

export type RowFix = {
  /** `Use 2`, `Drop`. */
  label: string
  /** The whole row with the correction, for `readRowText`; null: without the row. */
  text: string | null
}

/** How amounts of a list are written. */
export type RowOptions = {
  /** Decimals of the network's coin. */
  decimals: number
  /** Unit of a price column that has no name. */
  unit?: Unit
  /** Purpose of the wallets: `mint` unless it is given. */
  use?: AccountUse
  /** The highest quantity of a row: `MAX_QUANTITY` unless it is given. */
  maxQuantity?: number
}

export type ReadRow = { entry: ListEntry } | { problem: RowProblem }

/** Reads the cells of one row. */
export function readRow(
  cells: readonly string[],
  columns: readonly (ColumnName | undefined)[],
  options: RowOptions,
): ReadRow {
  const values = pickValues(cells, columns)
  const unit = columns.includes('price_wei') ? 'wei' : 'coin'
  const account = resolveAccount(values.wallet, options.use)
  const fixed = (change: Partial<RowValues> | null, label: string): RowFix => ({
    label,
    text: change && writeValues({ ...values, ...change }, unit, options),
  })
  if (typeof account !== 'string') {
    const { code, sentence, fix } = account
    const label = fix ? `Use ${fix.slice(0, 6)}…${fix.slice(-4)}` : 'Drop'
    const correction =
      fix === undefined
        ? {}
        : { fix: fixed(fix === null ? null : { wallet: fix }, label) }
    return { problem: { code, cell: values.wallet, sentence, ...correction } }
  }
  const found = describeRest(values, unit, options)
  if (!('code' in found)) return { entry: { address: account, ...found } }
  const { change, label, ...problem } = found
  return {
    problem: { ...problem, ...(change && label && { fix: fixed(change, label) }) },
  }
}

/** Reads a row that a person corrects: wallet, quantity and price in coins, with commas. */
export function readRowText(text: string, options: RowOptions): ReadRow {
  const unit = options.unit === 'none' ? 'none' : 'coin'
  return readRow(splitPlainCells(text), listColumns(unit), options)
}

/** Writes the cells of a row of any columns as `readRowText` reads them: `0x…, 2, 0.002`. */
export function writeRow(
  cells: readonly string[],
  columns: readonly (ColumnName | undefined)[],
  options: RowOptions,
): string {
  const unit = columns.includes('price_wei') ? 'wei' : 'coin'
  return writeValues(pickValues(cells, columns), unit, options)
}

type RowValues = { wallet: string; quantity: string; price: string; rest: string }

function writeValues(
  { wallet, quantity, price, rest }: RowValues,
  unit: Unit,
  { decimals }: RowOptions,
): string {
  const isWei = unit === 'wei' && /^\d+$/.test(price)
  const coins = isWei ? formatUnits(BigInt(price), decimals) : price
  const cells = [wallet, quantity, coins, rest]
  while (cells.length > 1 && cells.at(-1) === '') cells.pop()
  return cells.join(', ')
}

/** Returns the wanted cells of a row by their column; `rest` are cells without a column. */
function pickValues(
  cells: readonly string[],
  columns: readonly (ColumnName | undefined)[],
): RowValues {
  const pick = (...names: ColumnName[]) =>
    cells[columns.findIndex((column) => column && names.includes(column))] ?? ''
  const rest = cells.slice(columns.length).filter((cell) => cell !== '')
  return {
    wallet: pick('wallet'),
    quantity: pick('quantity'),
    price: pick('price', 'price_wei'),
    rest: rest.join(', '),
  }
}

type Found = Omit<RowProblem, 'fix'> & {
  change?: Partial<RowValues>
  label?: string
}

/** Reads the cells beside the wallet; returns the first problem where there is one. */
function describeRest(
  { quantity, price, rest }: RowValues,
  unit: Unit,
  { decimals, unit: expected, maxQuantity }: RowOptions,
): Omit<ListEntry, 'address'> | Found {
  const count = describeQuantity(quantity, maxQuantity)
  if (typeof count === 'object' && count !== null) {
    const { fix, ...problem } = count
    return {
      ...problem,
      cell: quantity,
      ...(fix && { change: { quantity: fix }, label: `Use ${fix}` }),
    }
  }
  // A decimal comma makes two cells of one price.
  const isSplit = unit === 'coin' && /^\d+$/.test(price) && /^\d+$/.test(rest)
  if (isSplit) {
    const joined = `${price}.${rest}`
    return {
      code: 'decimal_comma',
      cell: `${price},${rest}`,
      sentence: 'Write decimals with a point',
      change: { price: joined, rest: '' },
      label: `Use ${joined}`,
    }
  }
  const wei = describePrice(price, unit, decimals)
  if (typeof wei === 'object' && wei !== null) {
    const { fix, ...problem } = wei
    return {
      ...problem,
      cell: price,
      ...(fix && { change: { price: fix }, label: `Use ${fix}` }),
    }
  }
  if (rest !== '') {
    const cells =
      expected === 'none' ? 'wallet and quantity' : 'wallet, quantity and price'
    const sentence = `There is one cell too many: a row has ${cells}`
    return { code: 'surplus', cell: rest, sentence }
  }
  return { quantity: count, price_wei: wei }
}

/** Splits a row of at most one price with a decimal comma. */
function splitPlainCells(text: string): string[] {
  return text.split(/[,;\t]/).map((cell) => cell.trim())
}
