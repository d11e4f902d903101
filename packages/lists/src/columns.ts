/** Columns that a list can have; a price is in coins of the network, or in wei. */
export type ColumnName = 'wallet' | 'quantity' | 'price' | 'price_wei'

/** Unit of prices; `none`: the list has no prices. */
export type Unit = 'coin' | 'wei' | 'none'

/** Returns the columns of a list whose first line names none. */
export function listColumns(unit: Unit): ColumnName[] {
  if (unit === 'none') return ['wallet', 'quantity']
  return ['wallet', 'quantity', unit === 'wei' ? 'price_wei' : 'price']
}

/** The head of a list: the column at each place, and the names that are none. */
export type ListHead = {
  columns: (ColumnName | undefined)[]
  /** Names of columns that are not read. */
  unused: string[]
}

/** Names by which a column is found, without case, blanks and marks. */
const names: Record<ColumnName, readonly string[]> = {
  wallet: [
    ...['wallet', 'address', 'account', 'walletaddress', 'accountaddress'],
    ...['holder', 'holderaddress', 'wallets', 'addresses'],
  ],
  quantity: ['quantity', 'amount', 'limit', 'perwallet', 'maxquantity', 'qty'],
  price: ['price', 'pricepertoken'],
  price_wei: ['pricewei'],
}

const columnNames: ColumnName[] = ['wallet', 'quantity', 'price', 'price_wei']

/**
 * Reads a line that names columns; undefined if it is none, a sentence where its columns
 * cannot be used.
 */
export function readHead(
  cells: readonly string[],
  unit: Unit,
): ListHead | string | undefined {
  const columns = cells.map((cell) => findColumn(cell, unit))
  if (!columns.some((column) => column)) return undefined
  const twice = columns.find((column, at) => column && columns.indexOf(column) !== at)
  if (twice) return `The column ${twice} appears twice`
  if (columns.includes('price') && columns.includes('price_wei')) {
    return 'There are two columns of prices, price and price_wei: keep one'
  }
  if (!columns.includes('wallet')) return 'The column wallet is missing'
  const unused = cells.filter((cell, at) => cell !== '' && !columns[at])
  // Columns after the named ones have their usual order.
  const usual = listColumns(unit)
  const isUsual = unused.length === 0 && columns.every((name, at) => usual[at] === name)
  return { columns: isUsual ? usual : columns, unused }
}

function findColumn(cell: string, unit: Unit): ColumnName | undefined {
  const name = cell
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/[\s_.-]/g, '')
  const known = unit === 'none' ? listColumns(unit) : columnNames
  return known.find((column) => names[column].includes(name))
}
