import type { ExpectedRow, ExpectedState } from '../oracle.ts'
import { sumBy } from './contract-state.ts'

export type StatsTable = 'mint_hours' | 'referrer_mints' | 'holder_counts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Derives the statistics from the mints and holdings of the expected state, one by one. */
export function expectedStats({
  tables,
}: ExpectedState): Record<StatsTable, ExpectedRow[]> {
  const creators = new Map(
    tables.collections.map(({ collection, creator }) => [collection, creator]),
  )
  const isFirst = firstMints(tables.mints)
  const sales = tables.mints.map((mint) => {
    const { collection, phase_id, price_wei } = mint
    const time = Number(mint.time)
    const [quantity, price] = [toQuantity(mint), toPrice(mint)]
    const isCounted = mint.minter !== creators.get(collection)
    const count = (since: number) => BigInt(isCounted && isFirst(mint, since))
    const referred = mint.referrer === null ? 0n : quantity
    return {
      ...{ collection, hour: new Date(time - (time % HOUR)), phase_id, price_wei },
      quantity,
      volume_wei: quantity * price,
      free: price === 0n ? quantity : 0n,
      referred,
      referred_volume_wei: referred * price,
      hour_minters: count(time - (time % HOUR)),
      day_minters: count(time - (time % DAY)),
      new_minters: count(Number.NEGATIVE_INFINITY),
    }
  })
  const referred = tables.mints
    .filter(({ referrer }) => referrer !== null)
    .map((mint) => {
      const { collection, referrer } = mint
      const quantity = toQuantity(mint)
      return { collection, referrer, quantity, volume_wei: quantity * toPrice(mint) }
    })
  const held = tables.holdings.map((holding) => ({ ...holding, holders: 1n }))
  return {
    mint_hours: sums(sales, ['collection', 'hour', 'phase_id'], pricesOf),
    referrer_mints: sums(referred, ['collection', 'referrer']),
    holder_counts: sums(held, ['collection', 'quantity']),
  }
}

/** Returns whether a mint is the first of its minter since a time. */
function firstMints(mints: ExpectedRow[]): (mint: ExpectedRow, since: number) => boolean {
  const minterKey = (mint: ExpectedRow) => `${mint.collection} ${mint.minter}`
  const byMinter = Map.groupBy(mints, minterKey)
  const isBefore = (one: ExpectedRow, other: ExpectedRow) =>
    Number(one.block_number) - Number(other.block_number) ||
    Number(one.log_index) - Number(other.log_index)
  return (mint, since) => {
    const own = byMinter.get(minterKey(mint)) ?? []
    return !own.some((one) => isBefore(one, mint) < 0 && Number(one.time) >= since)
  }
}

export function toQuantity({ quantity }: ExpectedRow): bigint {
  return BigInt(String(quantity))
}

export function toPrice({ price_wei }: ExpectedRow): bigint {
  return BigInt(String(price_wei))
}

function pricesOf(mints: ExpectedRow[]): ExpectedRow {
  const prices = mints.map(toPrice).sort((one, other) => (one < other ? -1 : 1))
  return { lowest_price_wei: prices[0], highest_price_wei: prices.at(-1) }
}

/** Adds up the columns of type bigint of the rows that have equal `keys`. */
function sums(
  rows: ExpectedRow[],
  keys: string[],
  also: (group: ExpectedRow[]) => ExpectedRow = () => ({}),
): ExpectedRow[] {
  const keyOf = (row: ExpectedRow) => keys.map((key) => String(row[key])).join(' ')
  return [...Map.groupBy(rows, keyOf).values()].map((group) => {
    const [first = {}] = group
    const columns = Object.keys(first).filter((name) => typeof first[name] === 'bigint')
    return {
      ...Object.fromEntries(keys.map((key) => [key, first[key]])),
      ...Object.fromEntries(
        columns.map((name) => [name, sumBy(group, (row) => BigInt(String(row[name])))]),
      ),
      ...also(group),
    }
  })
}
