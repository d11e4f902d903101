import { sentences } from './messages.ts'

/** Digits that spreadsheets keep of a number. */
const KEPT_DIGITS = 15

/**
 * Returns what a spreadsheet did to a cell: a number written as 1.2E+21 or rounded to 15
 * digits, an error such as #REF!, a column that was too narrow. Undefined: nothing that shows.
 */
export function describeSpoiledCell(cell: string): string | undefined {
  // Most cells are words, and there are many of them.
  if (!/^[+\-#\d]/.test(cell)) return undefined
  if (/^[+-]?\d+([.,]\d+)?E\+?\d{2,}$/i.test(cell)) return sentences.spoiledNumber(cell)
  const isRounded =
    /^\d+$/.test(cell) &&
    cell.length > KEPT_DIGITS + 1 &&
    /^0+$/.test(cell.slice(KEPT_DIGITS))
  if (isRounded) return sentences.spoiledNumber(cell)
  const isError =
    /^#(REF|N\/A|NAME|VALUE|DIV\/0|NUM|NULL|SPILL|CALC)[!?]?$|^#{3,}$/i.test(cell)
  return isError ? sentences.spoiledCell(cell) : undefined
}
