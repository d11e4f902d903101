import { Problem } from '@platemark/api/problem'
import {
  type CollectionStats,
  MAX_BUCKETS,
  type StatsInterval,
  type StudioStats,
} from '@platemark/api/stats'
import { feeShares } from '@platemark/rules/price'
import type { Chain } from '../../configuration/chains.ts'
import type { AppContext } from '../../http/app-context.ts'
import type { Session } from '../../http/session.ts'
import {
  type CollectionPath,
  findSales,
  listHolderRows,
  locateCollection,
  toChecksumAddress,
} from '../collections/service.ts'
import { listCurrencies } from '../currencies/service.ts'
import {
  findIndexedBlock,
  listHolderCounts,
  listIncome,
  listMintersByList,
  listReferrers,
  listSold,
  listSoldByPhase,
  type SoldRow,
} from './queries.ts'

type Query = {
  interval: StatsInterval
  from?: string | undefined
  to?: string | undefined
}

type Range = { interval: StatsInterval; from: Date; to: Date }

const lengthMs: Record<StatsInterval, number> = { hour: 3_600_000, day: 86_400_000 }

/** Rows in the lists of largest holders and referrers. */
const MAX_RANKED = 10

/**
 * Returns the public statistics of a collection. Throws `unknown_chain`, `not_found`,
 * `blocked`.
 */
export async function getStats(
  context: AppContext,
  place: CollectionPath,
  query: Query,
): Promise<CollectionStats> {
  const { chain, row } = await locateCollection(context, place)
  const range = rangeOf(query, row.created_at, context.clock())
  const sold = await listSold(context.database, row.id, range)
  const byStart = Map.groupBy(sold, ({ start }) => start.getTime())
  return {
    ...rangeOn(chain, range),
    total: totalOf(sold),
    buckets: startsOf(range).map((start) => bucketOf(start, byStart.get(+start) ?? [])),
  }
}

/**
 * Returns the statistics with revenue for the owner, all of one moment: they contain each block
 * whole or not at all. Throws `not_found`.
 */
export function getStudioStats(
  context: AppContext,
  session: Session,
  id: string,
  query: Query,
): Promise<StudioStats> {
  const { database } = context
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((transaction) =>
      readStudioStats({ ...context, database: transaction }, session, id, query),
    )
}

async function readStudioStats(
  context: AppContext,
  session: Session,
  id: string,
  query: Query,
): Promise<StudioStats> {
  const { database, chains, clock } = context
  const row = await findSales(database, session, id)
  const chain = chains.find((one) => one.id === row?.chain_id)
  if (!row || !chain) throw new Problem('not_found')
  const range = rangeOf(query, row.created_at, clock())
  const fee = BigInt(row.mint_fee_wei)
  const earnedOf = (rows: Sold[]) => earned(rows, fee)
  const sold = await listSold(database, id, range)
  const byStart = Map.groupBy(sold, ({ start }) => start.getTime())
  return {
    ...rangeOn(chain, range),
    block_number: String(await findIndexedBlock(database, chain.id)),
    total: { ...totalOf(sold), revenue_wei: earnedOf(sold).revenue_wei },
    buckets: startsOf(range).map((start) => {
      const rows = byStart.get(+start) ?? []
      const phases = rows.map((one) => ({ phase_id: one.phase_id, ...earnedOf([one]) }))
      const { revenue_wei } = earnedOf(rows)
      return { ...bucketOf(start, rows), revenue_wei, phases }
    }),
    since_start: await sinceStart(context, row, chain),
    holders: { count: row.holders, ...(await spreadOf(context, row)) },
  }
}

/**
 * Lists how many wallets minted in each allowlist phase of a collection of the caller. Throws
 * `not_found`.
 */
export async function listTurnout(
  { database }: AppContext,
  session: Session,
  id: string,
): Promise<{ phase_id: number; wallets: number }[]> {
  if (!(await findSales(database, session, id))) throw new Problem('not_found')
  return listMintersByList(database, id)
}

/** Income of the creator and payees of a collection: wei, and USD at the present rate. */
type Revenue = { revenue_wei: string; revenue_usd: number | null }

/** Returns the revenue of each collection, by its id. */
export async function listRevenue(
  context: AppContext,
  collections: { id: string; chain_id: number }[],
): Promise<Map<string, Revenue>> {
  const ids = collections.map(({ id }) => id)
  const rows = new Map(
    (await listIncome(context.database, ids)).map((row) => [row.collection_id, row]),
  )
  return new Map(
    collections.map(({ id, chain_id }) => {
      const row = rows.get(id)
      const revenue_wei = row ? earned([row], BigInt(row.mint_fee_wei)).revenue_wei : '0'
      const revenue_usd = worthOf(context, { id: chain_id }, BigInt(revenue_wei))
      return [id, { revenue_wei, revenue_usd }]
    }),
  )
}

type Sales = NonNullable<Awaited<ReturnType<typeof findSales>>>

async function sinceStart(
  context: AppContext,
  { id, chain_id, mint_fee_wei, minted: issued, unique_minters }: Sales,
  chain: Chain,
): Promise<StudioStats['since_start']> {
  const { database } = context
  const fee = BigInt(mint_fee_wei)
  const { referrerWei } = feeShares(0n, fee, true)
  const phases = await listSoldByPhase(database, id)
  const referrers = await listReferrers(database, { id, chain_id }, MAX_RANKED)
  const all = earned(phases, fee)
  const minted = sum(phases.map(({ referred }) => referred))
  return {
    ...all,
    airdropped: issued - all.minted,
    revenue_usd: worthOf(context, chain, BigInt(all.revenue_wei)),
    unique_minters,
    phases: phases.map((phase) => ({
      phase_id: phase.phase_id,
      title: phase.title,
      ...earned([phase], fee),
    })),
    referred: {
      minted,
      volume_wei: add(phases.map((phase) => phase.referred_volume_wei)),
      earned_wei: String(referrerWei * BigInt(minted)),
    },
    referrers: referrers.map(({ referrer, username, quantity, volume_wei }) => ({
      address: toChecksumAddress(referrer),
      name: username,
      minted: quantity,
      volume_wei,
      earned_wei: String(referrerWei * BigInt(quantity)),
    })),
  }
}

/** Lower bounds of the holder groups; the last group is open. */
const groups = [1, 2, 3, 5, 10, 25, 100]

async function spreadOf(
  { database }: AppContext,
  collection: { id: string; chain_id: number },
): Promise<Omit<StudioStats['holders'], 'count'>> {
  const counts = await listHolderCounts(database, collection.id)
  const largest = await listHolderRows(database, collection, undefined, {
    limit: MAX_RANKED,
    isNamed: true,
  })
  const distribution = groups.map((from, place) => {
    const next = groups[place + 1]
    const within = counts.filter(
      ({ quantity }) => quantity >= from && quantity < (next ?? Infinity),
    )
    return {
      from,
      to: next ? next - 1 : null,
      holders: sum(within.map(({ holders }) => holders)),
      quantity: sum(within.map(({ quantity, holders }) => quantity * holders)),
    }
  })
  return {
    distribution,
    largest: largest.map(({ owner, username, quantity }) => ({
      address: toChecksumAddress(owner),
      name: username,
      quantity,
    })),
  }
}

/**
 * Returns whole UTC intervals up to now; without `from`, as many as one response may
 * contain. Throws `validation_failed`.
 */
function rangeOf({ interval, ...asked }: Query, made: Date, now: Date): Range {
  const length = lengthMs[interval]
  const last = asked.to === undefined ? Number.POSITIVE_INFINITY : Date.parse(asked.to)
  const end = Math.min(last, now.getTime())
  if (asked.from !== undefined && Date.parse(asked.from) >= end) {
    const fields = { from: ['The range begins in the future. Choose an earlier start.'] }
    throw new Problem('validation_failed', undefined, { fields })
  }
  const to = Math.ceil(end / length) * length
  const first = to - MAX_BUCKETS[interval] * length
  const wanted = asked.from === undefined ? made.getTime() : Date.parse(asked.from)
  const latest = to - length
  const from = Math.floor(wanted / length) * length
  return {
    interval,
    from: new Date(Math.min(Math.max(from, first), latest)),
    to: new Date(to),
  }
}

function rangeOn({ nativeCurrency }: Chain, { interval, from, to }: Range) {
  return {
    interval,
    from: from.toISOString(),
    to: to.toISOString(),
    currency: nativeCurrency.symbol,
  }
}

function startsOf({ interval, from, to }: Range): Date[] {
  const length = lengthMs[interval]
  const count = (to.getTime() - from.getTime()) / length
  return Array.from(
    { length: count },
    (_, place) => new Date(from.getTime() + place * length),
  )
}

function bucketOf(start: Date, rows: SoldRow[]): CollectionStats['buckets'][number] {
  return {
    start: start.toISOString(),
    minters: sum(rows.map(({ minters }) => minters)),
    ...totalOf(rows),
  }
}

function totalOf(rows: SoldRow[]): CollectionStats['total'] {
  return {
    minted: sum(rows.map(({ minted }) => minted)),
    new_minters: sum(rows.map(({ new_minters }) => new_minters)),
    volume_wei: add(rows.map(({ volume_wei }) => volume_wei)),
    lowest_price_wei: least(rows.map((row) => row.lowest_price_wei)),
    highest_price_wei: most(rows.map((row) => row.highest_price_wei)),
  }
}

type Sold = { minted: number; volume_wei: string; free: number }

function earned(rows: Sold[], feeWei: bigint) {
  const volume = BigInt(add(rows.map(({ volume_wei }) => volume_wei)))
  const free = BigInt(sum(rows.map((row) => row.free)))
  const { creatorWei } = feeShares(0n, feeWei, false)
  return {
    minted: sum(rows.map(({ minted }) => minted)),
    volume_wei: String(volume),
    revenue_wei: String(volume + free * creatorWei),
  }
}

/** Returns the USD value, rounded down to whole cents. */
function worthOf(context: AppContext, chain: { id: number }, wei: bigint): number | null {
  const coin = listCurrencies(context).find(({ chain_id }) => chain_id === chain.id)
  if (!coin || coin.usd_rate === null) return null
  const millionths = BigInt(Math.round(coin.usd_rate * 1_000_000))
  const cents = (wei * millionths) / 10n ** BigInt(coin.decimals + 4)
  return Number(cents) / 100
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}

function add(amounts: string[]): string {
  return String(amounts.reduce((all, one) => all + BigInt(one), 0n))
}

function least(amounts: string[]): string | null {
  return inOrder(amounts)[0] ?? null
}

function most(amounts: string[]): string | null {
  return inOrder(amounts).at(-1) ?? null
}

function inOrder(amounts: string[]): string[] {
  return amounts.toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))
}
