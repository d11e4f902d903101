import { formatUnits } from '@platemark/rules/amounts'
import type { Slices } from '@platemark/rules/slices'
import { writeCsv } from '@platemark/rules/write-csv'
import type { ListEntry } from './read-row.ts'

const SLICE_ROWS = 500

/**
 * Writes a list as CSV in parts that join to the file: wallet, quantity and price in coins, an
 * empty cell for the value of the phase. `readList` reads the same entries back.
 */
export function* writeListCsv(
  entries: readonly ListEntry[],
  { decimals }: { decimals: number },
): Slices<string[]> {
  const parts = [writeCsv([['wallet', 'quantity', 'price']])]
  for (let start = 0; start < entries.length; start += SLICE_ROWS) {
    const rows = entries.slice(start, start + SLICE_ROWS)
    parts.push(
      writeCsv(
        rows.map(({ address, quantity, price_wei }) => [
          address,
          quantity ?? '',
          price_wei === null ? '' : formatUnits(BigInt(price_wei), decimals),
        ]),
      ),
    )
    yield start / entries.length
  }
  return parts
}

/** Writes entries as a JSON array in parts, as the API takes them: absent terms are left out. */
export function* writeListJson(entries: readonly ListEntry[]): Slices<string[]> {
  const parts = ['[']
  for (let start = 0; start < entries.length; start += SLICE_ROWS) {
    const rows = entries.slice(start, start + SLICE_ROWS).map(writeEntry)
    parts.push(`${start === 0 ? '' : ','}${rows.join(',')}`)
    yield start / entries.length
  }
  parts.push(']')
  return parts
}

function writeEntry({ address, quantity, price_wei }: ListEntry): string {
  const count = quantity === null ? '' : `,"quantity":${quantity}`
  const price = price_wei === null ? '' : `,"price_wei":"${price_wei}"`
  return `{"address":"${address}"${count}${price}}`
}

/**
 * Writes the parts of a text and puts each into a Blob in a slice of its own: a Blob made of all
 * texts would copy a list of 100,000 wallets in one task of 100 ms.
 */
export function* toBlobs(writer: Slices<string[]>): Slices<Blob[]> {
  const blobs: Blob[] = []
  for (const part of yield* writer) {
    blobs.push(new Blob([part]))
    yield undefined
  }
  return blobs
}
