/** `digits` divided by ten to the power of `scale`, exactly. */
export type Decimal = { digits: bigint; scale: number }

/** A row of a list: its values of the order as texts, the time and the id last. */
export type ListRow = { id: string; values: string[] }

/** Throws for what is no number. */
export function decimalOf(text: string): Decimal {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  if (whole === '') throw new Error(`${text} is no number.`)
  const scale = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return scale >= 0 ? { digits, scale } : { digits: digits * tenTo(-scale), scale: 0 }
}

/** Without zeros at its end. */
export function decimalText({ digits, scale }: Decimal): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  const whole = text.slice(0, text.length - scale)
  const fraction = text.slice(text.length - scale).replace(/0+$/, '')
  return `${digits < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

/**
 * The rows of a source that stand after a place of the merged list, as a place of the source:
 * after the same amount where the coin has it, else after all of more.
 */
export function placeInSource(
  [usd = '0', time = '0', id = '']: string[],
  usdPerWei: string,
) {
  const value = decimalOf(usd)
  const rate = decimalOf(usdPerWei)
  const dividend = value.digits * tenTo(rate.scale)
  const divisor = rate.digits * tenTo(value.scale)
  const rest = ((dividend % divisor) + divisor) % divisor
  const wei = (dividend - rest) / divisor
  if (rest === 0n) return [wei.toString(), time, id]
  return [(wei + 1n).toString(), FIRST_TIME, FIRST_ID]
}

/** Before any time that a row has, and any id. */
const FIRST_TIME = '-1'
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Rows of one source in its order, some at a time; none: there are no more. */
export type Stream = { usdPerWei: string; next(): Promise<string[][]> }

/** The first `deepest` rows of streams that are compared in USD, each read as far as it matters. */
export async function mergeInUsd(streams: Stream[], deepest: number): Promise<ListRow[]> {
  const merged: ListRow[] = []
  const open = await Promise.all(
    streams.map(async (stream) => ({ stream, rows: await refill(stream) })),
  )
  while (merged.length < deepest) {
    const [first] = open
      .filter(({ rows }) => rows.length > 0)
      .sort((a, b) => inOrder(a.rows.at(-1), b.rows.at(-1)))
    const row = first?.rows.pop()
    if (!first || !row) break
    merged.push(rowOf(row))
    if (first.rows.length === 0) first.rows = await refill(first.stream)
  }
  return merged
}

/** The last one stands first, where it is quickest to take. */
async function refill({ usdPerWei, next }: Stream): Promise<Ranked[]> {
  const rate = decimalOf(usdPerWei)
  const rows = await next()
  return rows.map((values) => ranked(values, rate)).reverse()
}

type Ranked = { usd: Decimal; time: bigint; id: string; native: string[] }

function ranked(native: string[], { digits, scale }: Decimal): Ranked {
  const [amount = '0', time = '0', id = ''] = native
  return {
    usd: { digits: BigInt(amount) * digits, scale },
    time: BigInt(time),
    id,
    native,
  }
}

function rowOf({ usd, native: [, time = '', id = ''] }: Ranked): ListRow {
  return { id, values: [decimalText(usd), time, id] }
}

function inOrder(a: Ranked | undefined, b: Ranked | undefined): number {
  if (!a || !b) return 0
  const usd = compare(
    b.usd.digits * tenTo(a.usd.scale),
    a.usd.digits * tenTo(b.usd.scale),
  )
  return usd || compare(b.time, a.time) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function tenTo(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}
