import type { TrueRow, Truth } from '../truth.ts'
import { sumOf } from './chain-facts.ts'

export type StatsTable = 'sale_hours' | 'referrer_sales' | 'holder_counts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const counters = [
  'quantity',
  'volume_wei',
  'free',
  'referred',
  'referred_volume_wei',
  'hour_minters',
  'day_minters',
  'new_minters',
]

/** What the statistics should hold, from the mints and holdings of the truth, each by itself. */
export function trueStats({ tables }: Truth): Record<StatsTable, TrueRow[]> {
  const creators = new Map(
    tables.collections.map(({ collection, creator }) => [collection, creator]),
  )
  const first = firstMints(tables.mints)
  const sold = tables.mints.map((mint) => {
    const time = Number(mint.time)
    const [quantity, price] = [quantityOf(mint), priceOf(mint)]
    const isCounted = mint.minter !== creators.get(mint.collection)
    const isFirst = (since: number) => Number(isCounted && first(mint, since))
    const referred = mint.referrer === null ? 0n : quantity
    return {
      ...mint,
      hour: new Date(time - (time % HOUR)),
      volume_wei: quantity * price,
      free: price === 0n ? quantity : 0n,
      referred,
      referred_volume_wei: referred * price,
      hour_minters: isFirst(time - (time % HOUR)),
      day_minters: isFirst(time - (time % DAY)),
      new_minters: isFirst(Number.NEGATIVE_INFINITY),
    }
  })
  const referred = sold.filter(({ referrer }: TrueRow) => referrer !== null)
  const referrerKeys = ['collection', 'referrer']
  const held = tables.holdings.map((holding) => ({ ...holding, holders: 1 }))
  return {
    sale_hours: sums(sold, ['collection', 'hour', 'phase_id'], counters, pricesOf),
    referrer_sales: sums(referred, referrerKeys, ['quantity', 'volume_wei']),
    holder_counts: sums(held, ['collection', 'quantity'], ['holders']),
  }
}

/** Whether a mint is the first of its minter since a time. */
function firstMints(mints: TrueRow[]): (mint: TrueRow, since: number) => boolean {
  const whose = (mint: TrueRow) => `${mint.collection} ${mint.minter}`
  const byMinter = Map.groupBy(mints, whose)
  const isBefore = (one: TrueRow, other: TrueRow) =>
    Number(one.block_number) - Number(other.block_number) ||
    Number(one.log_index) - Number(other.log_index)
  return (mint, since) => {
    const own = byMinter.get(whose(mint)) ?? []
    return !own.some((one) => isBefore(one, mint) < 0 && Number(one.time) >= since)
  }
}

export function quantityOf({ quantity }: TrueRow): bigint {
  return BigInt(String(quantity))
}

export function priceOf({ price_wei }: TrueRow): bigint {
  return BigInt(String(price_wei))
}

function pricesOf(mints: TrueRow[]): TrueRow {
  const prices = mints.map(priceOf)
  const inOrder = prices.sort((one, other) => (one < other ? -1 : 1))
  return { lowest_price_wei: inOrder[0], highest_price_wei: inOrder.at(-1) }
}

/** Adds up columns of the rows that are equal in others. */
function sums(
  rows: TrueRow[],
  keys: string[],
  summed: string[],
  also: (group: TrueRow[]) => TrueRow = () => ({}),
): TrueRow[] {
  const keyOf = (row: TrueRow) => keys.map((key) => String(row[key])).join(' ')
  return [...Map.groupBy(rows, keyOf).values()].map((group) => ({
    ...Object.fromEntries(keys.map((key) => [key, group[0]?.[key]])),
    ...Object.fromEntries(
      summed.map((name) => [name, sumOf(group, (row) => BigInt(String(row[name])))]),
    ),
    ...also(group),
  }))
}
