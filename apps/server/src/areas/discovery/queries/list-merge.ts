import { formatUnits } from 'viem'

/** Exact decimal: `digits` divided by ten to the power of `scale`. */
export type Decimal = { digits: bigint; scale: number }

/**
 * Row of a list: sort values as texts, then time and id; `own` are the values in the
 * row's own coin.
 */
export type ListRow = { id: string; values: string[]; own: string[] }

/** Parses a decimal. Throws for any other text. */
export function parseDecimal(text: string): Decimal {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  if (whole === '') throw new Error(`decimal is malformed: got ${text}`)
  const scale = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return scale >= 0 ? { digits, scale } : { digits: digits * tenTo(-scale), scale: 0 }
}

/** Formats without trailing zeros. */
export function formatDecimal({ digits, scale }: Decimal): string {
  return formatUnits(digits, scale)
}

/**
 * Converts a position of the merged list to one in a scan: after the same amount if the
 * coin can express it, else after all larger amounts.
 */
export function toScanPosition(
  [usd = '0', time = '0', id = '']: string[],
  usdPerWei: string,
) {
  const value = parseDecimal(usd)
  const rate = parseDecimal(usdPerWei)
  const dividend = value.digits * tenTo(rate.scale)
  const divisor = rate.digits * tenTo(value.scale)
  const rest = ((dividend % divisor) + divisor) % divisor
  const wei = (dividend - rest) / divisor
  if (rest === 0n) return [wei.toString(), time, id]
  return [(wei + 1n).toString(), FIRST_TIME, FIRST_ID]
}

/** Sorts before every time and id. */
const FIRST_TIME = '-1'
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Batches of rows of one scan in its order; an empty batch is the end. */
export type RowStream = { usdPerWei: string; next(): Promise<string[][]> }

/**
 * Merges streams by USD value and returns at most `limit` rows after the first `skipped`,
 * with the number of rows passed. Reads each stream only as far as needed.
 */
export async function mergeInUsd(
  streams: RowStream[],
  skipped: number,
  limit: number,
): Promise<{ rows: ListRow[]; total: number }> {
  const open = await Promise.all(inSameUnit(streams).map(opened))
  const rows: ListRow[] = []
  let total = 0
  for (; total < skipped + limit; total += 1) {
    const first = firstOf(open)
    if (!first) break
    if (total >= skipped) rows.push(rowOf(first))
    if (!step(first)) await refill(first)
  }
  return { rows, total }
}

/** Stream whose amounts times `factor` are USD divided by ten to the power of `scale`. */
type Source = { factor: bigint; scale: number; next(): Promise<string[][]> }

function inSameUnit(streams: RowStream[]): Source[] {
  const rates = streams.map(({ usdPerWei }) => parseDecimal(usdPerWei))
  const scale = Math.max(...rates.map((rate) => rate.scale))
  return streams.map(({ next }, place) => {
    const { digits, scale: own } = rates[place] ?? { digits: 0n, scale }
    return { factor: digits * tenTo(scale - own), scale, next }
  })
}

/** Stream with its current row; without one it has ended. */
type Open = Source & { rows: string[][]; place: number; row?: Row }

type Row = { usd: bigint; time: bigint; id: string; native: string[] }

async function opened(source: Source): Promise<Open> {
  const open = { ...source, rows: [], place: 0 }
  await refill(open)
  return open
}

async function refill(open: Open): Promise<void> {
  open.rows = await open.next()
  open.place = -1
  step(open)
}

/** Advances to the next buffered row; returns false at the end of the buffer. */
function step(open: Open): boolean {
  open.place += 1
  const native = open.rows[open.place]
  if (!native) {
    delete open.row
    return false
  }
  const [amount = '0', time = '0', id = ''] = native
  open.row = { usd: BigInt(amount) * open.factor, time: BigInt(time), id, native }
  return true
}

type Reached = Open & { row: Row }

function firstOf(all: Open[]): Reached | undefined {
  let first: Reached | undefined
  for (const open of all) {
    if (isReached(open) && (!first || isBefore(open.row, first.row))) first = open
  }
  return first
}

function isReached(open: Open): open is Reached {
  return open.row !== undefined
}

function rowOf({ row, scale }: Reached): ListRow {
  const [, time = '', id = ''] = row.native
  const usd = formatDecimal({ digits: row.usd, scale })
  return { id, values: [usd, time, id], own: row.native }
}

function isBefore(a: Row, b: Row): boolean {
  if (a.usd !== b.usd) return a.usd > b.usd
  if (a.time !== b.time) return a.time > b.time
  return a.id > b.id
}

function tenTo(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}
