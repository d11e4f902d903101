import type { Slices } from '@platemark/rules/slices'
import { writeCsv } from '@platemark/rules/write-csv'
import type { ListedGift } from './merge-gifts.ts'

/** A gift with what became of it. */
export type GiftResult = ListedGift & {
  /** `given`, or why it was not. */
  state: string
  /** Hash of the transaction; empty where there is none. */
  transaction: string
}

const SLICE_ROWS = 500

/**
 * Writes the results of an airdrop as CSV in parts that join to the file: row, address, quantity,
 * state and transaction. `readList` reads the same gifts back.
 */
export function* writeGiftResults(results: readonly GiftResult[]): Slices<string[]> {
  const parts = [writeCsv([['row', 'address', 'quantity', 'state', 'transaction']])]
  for (let start = 0; start < results.length; start += SLICE_ROWS) {
    const rows = results.slice(start, start + SLICE_ROWS)
    parts.push(
      writeCsv(
        rows.map(({ line, address, quantity, state, transaction }) => [
          ...[line, address, quantity, state, transaction],
        ]),
      ),
    )
    yield start / results.length
  }
  return parts
}
