import { sql } from 'kysely'
import type { Database } from '../../../database/database.ts'
import { column, executeAsOne, idColumn, type Statement } from '../../../database/rows.ts'
import { allRows, type ChangeSet } from '../reducer/change-set.ts'

type Mint = ChangeSet['mints'][number]
type Holding = { collection_id: string; quantity: number; previous: number }

type SaleHour = {
  collection_id: string
  /** Start of the hour, in seconds since 1970. */
  hour: number
  phase_id: number
  hour_minters: number
  day_minters: number
  new_minters: number
  /** Tokens by price; nearly always one price. */
  prices: Map<string, { quantity: number; referred: number }>
}

type ReferrerSales = {
  collection_id: string
  referrer: string
  quantity: number
  volume_wei: bigint
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Adds a batch to the statistics, before `deleteEmptyRows`. Not called while the chain is
 * backfilling (`is_backfilled` of its cursor is false), because `rebuildStats` counts the
 * batch later.
 */
export function addToStats({ mints, holdings }: ChangeSet): Statement[] {
  const referrers = referrerSalesOf(mints)
  return [
    ...(mints.length > 0 ? [countSales(saleHoursOf(mints), 1)] : []),
    ...(referrers.length > 0 ? [countReferrers(referrers, 1)] : []),
    ...countHolders(allRows(holdings)),
  ]
}

/**
 * Reverses `addToStats`, except for prices, which `correctPrices` corrects. The order of
 * the mints does not matter.
 */
export async function subtractFromStats(
  transaction: Database,
  chainId: number,
  { mints, holdings }: ChangeSet,
): Promise<void> {
  if (!(await isSettled(transaction, chainId))) return
  await executeAsOne(transaction, countHolders(allRows(holdings)))
  await deleteEmptyRows(transaction, allRows(holdings))
  if (mints.length === 0) return
  const ids = [...new Set(mints.map(collectionOf))]
  const emptied = sql`
    collection_id = any(string_to_array(${ids.join(',')}::text, ',')::uuid[])
      and quantity = 0`
  await countSales(saleHoursOf(mints), -1).execute(transaction)
  await sql`delete from mint_hours where ${emptied}`.execute(transaction)
  const referrers = referrerSalesOf(mints)
  if (referrers.length === 0) return
  await countReferrers(referrers, -1).execute(transaction)
  await sql`delete from referrer_mints where ${emptied}`.execute(transaction)
}

/**
 * Reads the price range of the hour of `since`, the earliest reverted event, anew: only
 * in that hour earlier mints can remain.
 */
export async function correctPrices(
  transaction: Database,
  chainId: number,
  since: Date,
): Promise<void> {
  const hour = new Date(since.getTime() - (since.getTime() % HOUR_MS))
  await sql`
    update mint_hours s set lowest_price_wei = m.lowest, highest_price_wei = m.highest
    from (
      select collection_id, phase_id, min(price_wei) as lowest, max(price_wei) as highest
      from mints
      where chain_id = ${chainId} and time >= ${hour}
        and time < ${new Date(hour.getTime() + HOUR_MS)}
      group by 1, 2
    ) as m
    where s.collection_id = m.collection_id and s.hour = ${hour}
      and s.phase_id = m.phase_id`.execute(transaction)
}

async function isSettled(transaction: Database, chainId: number): Promise<boolean> {
  const cursor = await transaction
    .selectFrom('chain_cursors')
    .select('is_backfilled')
    .where('chain_id', '=', chainId)
    .executeTakeFirst()
  return cursor?.is_backfilled ?? true
}

/** Updates the number of holders per quantity. */
function countHolders(holdings: Holding[]): Statement[] {
  const byCollection = new Map<string, Map<number, number>>()
  for (const { collection_id, quantity, previous } of holdings) {
    if (quantity === previous) continue
    let changes = byCollection.get(collection_id)
    if (!changes) {
      changes = new Map()
      byCollection.set(collection_id, changes)
    }
    if (previous > 0) changes.set(previous, (changes.get(previous) ?? 0) - 1)
    if (quantity > 0) changes.set(quantity, (changes.get(quantity) ?? 0) + 1)
  }
  const rows = [...byCollection].flatMap(([collection_id, changes]) =>
    [...changes]
      .filter(([, holders]) => holders !== 0)
      .map(([quantity, holders]) => ({ collection_id, quantity, holders })),
  )
  if (rows.length === 0) return []
  const collections = idColumn(rows, collectionOf)
  return [
    sql`
    insert into holder_counts as h (collection_id, quantity, holders)
    select ${collections.id}, x.quantity, x.holders from unnest(
      ${collections.places},
      ${column('bigint', rows, ({ quantity }) => quantity)},
      ${column('bigint', rows, ({ holders }) => holders)}
    ) as x(place, quantity, holders)
    on conflict (collection_id, quantity)
      do update set holders = h.holders + excluded.holders`,
  ]
}

/** Deletes counts that reached zero. */
export async function deleteEmptyRows(
  transaction: Database,
  holdings: Holding[],
): Promise<void> {
  const left = holdings.filter(
    ({ quantity, previous }) => previous > 0 && quantity !== previous,
  )
  if (left.length === 0) return
  const ids = [...new Set(left.map(collectionOf))]
  await sql`
    delete from holder_counts
    where collection_id = any(string_to_array(${ids.join(',')}::text, ',')::uuid[])
      and holders = 0`.execute(transaction)
}

/** Price ranges only widen here; `correctPrices` narrows them after a revert. */
function countSales(sales: SaleHour[], sign: 1 | -1): Statement {
  const rows = sales.map(({ prices, ...sale }) => ({ ...sale, ...soldFor(prices) }))
  const collections = idColumn(rows, collectionOf)
  const counted = counters.map((name) => sql.ref(name))
  const values = counters.map((name) =>
    column('numeric', rows, (row) => String(BigInt(sign) * BigInt(row[name]))),
  )
  const sums = counters.map((name) => {
    const counter = sql.ref(name)
    return sql`${counter} = s.${counter} + excluded.${counter}`
  })
  return sql`
    insert into mint_hours as s (collection_id, hour, phase_id, lowest_price_wei,
      highest_price_wei, ${sql.join(counted)})
    select ${collections.id}, to_timestamp(x.hour), x.phase_id, x.lowest_price_wei,
      x.highest_price_wei, ${sql.join(counters.map((name) => sql`x.${sql.ref(name)}`))}
    from unnest(
      ${collections.places},
      ${column('bigint', rows, ({ hour }) => hour)},
      ${column('integer', rows, ({ phase_id }) => phase_id)},
      ${column('numeric', rows, (row) => row.lowest_price_wei)},
      ${column('numeric', rows, (row) => row.highest_price_wei)},
      ${sql.join(values)}
    ) as x(place, hour, phase_id, lowest_price_wei, highest_price_wei, ${sql.join(counted)})
    on conflict (collection_id, hour, phase_id) do update set
      lowest_price_wei = least(s.lowest_price_wei, excluded.lowest_price_wei),
      highest_price_wei = greatest(s.highest_price_wei, excluded.highest_price_wei),
      ${sql.join(sums)}`
}

const counters = [
  'quantity',
  'volume_wei',
  'free',
  'referred',
  'referred_volume_wei',
  'hour_minters',
  'day_minters',
  'new_minters',
] as const

function soldFor(prices: SaleHour['prices']) {
  const sold = { quantity: 0, volume_wei: 0n, free: 0, referred: 0 }
  let referred_volume_wei = 0n
  let [lowest, highest]: bigint[] = []
  for (const [text, { quantity, referred }] of prices) {
    const price = BigInt(text)
    sold.quantity += quantity
    sold.volume_wei += price * BigInt(quantity)
    sold.referred += referred
    referred_volume_wei += price * BigInt(referred)
    if (price === 0n) sold.free += quantity
    if (lowest === undefined || price < lowest) lowest = price
    if (highest === undefined || price > highest) highest = price
  }
  const range = { lowest_price_wei: `${lowest}`, highest_price_wei: `${highest}` }
  return { ...sold, referred_volume_wei, ...range }
}

function countReferrers(sales: ReferrerSales[], sign: 1 | -1): Statement {
  const collections = idColumn(sales, collectionOf)
  return sql`
    insert into referrer_mints as s (collection_id, referrer, quantity, volume_wei)
    select ${collections.id}, x.referrer, x.quantity, x.volume_wei from unnest(
      ${collections.places},
      ${column('text', sales, ({ referrer }) => referrer)},
      ${column('bigint', sales, ({ quantity }) => sign * quantity)},
      ${column('numeric', sales, ({ volume_wei }) => String(BigInt(sign) * volume_wei))}
    ) as x(place, referrer, quantity, volume_wei)
    on conflict (collection_id, referrer) do update set
      quantity = s.quantity + excluded.quantity,
      volume_wei = s.volume_wei + excluded.volume_wei`
}

const collectionOf = ({ collection_id }: { collection_id: string }) => collection_id

function saleHoursOf(mints: Mint[]): SaleHour[] {
  const byCollection = new Map<string, SaleHour[]>()
  for (const mint of mints) {
    const { price_wei, quantity, referrer, previous_mint_at } = mint
    const time = mint.time.getTime()
    const hour = time - (time % HOUR_MS)
    const sale = saleOf(byCollection, mint, hour / 1000)
    let sold = sale.prices.get(price_wei)
    if (!sold) {
      sold = { quantity: 0, referred: 0 }
      sale.prices.set(price_wei, sold)
    }
    sold.quantity += quantity
    if (referrer !== null) sold.referred += quantity
    // The creator is not counted: minting one's own work must not raise popularity.
    if (mint.is_creator) continue
    const previous = previous_mint_at?.getTime() ?? Number.NEGATIVE_INFINITY
    if (previous < hour) sale.hour_minters += 1
    if (previous < time - (time % DAY_MS)) sale.day_minters += 1
    if (previous_mint_at === null) sale.new_minters += 1
  }
  return [...byCollection.values()].flat()
}

function saleOf(
  byCollection: Map<string, SaleHour[]>,
  { collection_id, phase_id }: Mint,
  hour: number,
): SaleHour {
  let sales = byCollection.get(collection_id)
  if (!sales) {
    sales = []
    byCollection.set(collection_id, sales)
  }
  // Mints are ordered, so the row is among the last.
  const known = sales.findLast((sale) => sale.hour === hour && sale.phase_id === phase_id)
  if (known) return known
  const none = { hour_minters: 0, day_minters: 0, new_minters: 0, prices: new Map() }
  const sale = { collection_id, hour, phase_id, ...none }
  sales.push(sale)
  return sale
}

function referrerSalesOf(mints: Mint[]): ReferrerSales[] {
  const sales = new Map<string, ReferrerSales>()
  for (const { collection_id, referrer, quantity, price_wei } of mints) {
    if (referrer === null) continue
    const key = `${collection_id}${referrer}`
    const volume_wei = BigInt(price_wei) * BigInt(quantity)
    const known = sales.get(key)
    if (known) {
      known.quantity += quantity
      known.volume_wei += volume_wei
    } else sales.set(key, { collection_id, referrer, quantity, volume_wei })
  }
  return [...sales.values()]
}
