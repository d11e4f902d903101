import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { SqlRandom } from './prng.ts'

/** Fixed time of the generated rows; clocks that read them stand still there. */
export const manyNow = new Date('2026-06-15T12:00:00Z')

/** Chains with their shares of collections and coin rates. */
export const manyChains = [
  { alias: 'ethereum', id: 1, share: 0.5, usd_rate: 3000 },
  { alias: 'base', id: 8453, share: 0.25, usd_rate: 3000 },
  { alias: 'polygon', id: 137, share: 0.15, usd_rate: 0.5 },
  { alias: 'bsc', id: 56, share: 0.07, usd_rate: 600 },
  { alias: 'celo', id: 42220, share: 0.03, usd_rate: null },
] as const

/** Row counts of the generator. */
export type ManyRows = {
  /** In total, including the large ones. */
  collections: number
  /** In addition to those of the large collections. */
  mints: number
  /** Mints of the first collections, numbered from 1, each by another wallet. */
  large: number[]
  seed: number
  /** Updates a tenth of the changeable rows, so that tables are not packed as if new. */
  isAged?: boolean
}

const BLOCK_SECONDS = 12
/** Collections are at most this old, mints and minters too. */
export const COLLECTION_DAYS = 730
export const MINT_DAYS = 60
/** Every such collection has tokens, holders and events, and each large one. */
export const DETAILED = 50

/** Returns the address with a number, the same as `addressSql`. */
export function manyAddress(kind: 'collection' | 'wallet', number: number): string {
  return `0x${md5(`${kind} ${number}`)}${md5(`${number} ${kind}`).slice(0, 8)}`
}

/** Expression of the id of collection `c`. */
export function manyCollectionId(c: number): string {
  const digits = md5(`collection ${c}`).replace(/^(.{12}).(...)./, '$18$28')
  return [8, 12, 16, 20].reduceRight(
    (id, place) => `${id.slice(0, place)}-${id.slice(place)}`,
    digits,
  )
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

export function addressSql(
  kind: 'collection' | 'wallet',
  number: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const name = sql.lit(kind)
  return sql`('0x' || md5(${name} || ' ' || ${number}) || left(md5(${number} || ' ' || ${name}), 8))`
}

export function hashSql(kind: string, number: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`('0x' || md5(${sql.lit(kind)} || ${number}) || md5(${number} || ${sql.lit(kind)}))`
}

export function idSql(c: RawBuilder<unknown>): RawBuilder<unknown> {
  // With the version and variant of a UUID.
  return sql`overlay(overlay(md5('collection ' || ${c}) placing '8' from 13)
    placing '8' from 17)::uuid`
}

export function chainSql(c: RawBuilder<unknown>, random: SqlRandom): RawBuilder<unknown> {
  let below = 0
  const cases = manyChains.map(({ id, share }) => {
    below += share
    return sql`when ${random(c, 'chain')} < ${sql.lit(below)} then ${sql.lit(id)}`
  })
  // The large ones are on the largest chain.
  return sql`case when ${c} <= 10 then 1 ${sql.join(cases, sql` `)} else 1 end`
}

/** Creators are the first wallets; the lowest ones have hundreds of collections. */
export function creatorSql(
  c: RawBuilder<unknown>,
  random: SqlRandom,
  { collections }: ManyRows,
): RawBuilder<unknown> {
  const creators = sql.lit(Math.ceil(collections / 10))
  return sql`(1 + floor(${creators} * power(${random(c, 'creator')}, 1.5)))::bigint`
}

/** Many are free, many have one of the usual prices. */
export function priceSql(c: RawBuilder<unknown>, random: SqlRandom): RawBuilder<unknown> {
  const usual = sql.lit('{1,5,10,20,50,80,100,250,500,1000}')
  return sql`case when ${c} <= 10 then 1e16::numeric
    when ${random(c, 'price')} < 0.2 then 0::numeric
    when ${random(c, 'price')} < 0.6
      then (${usual}::numeric[])[1 + floor(${random(c, 'usual price')} * 10)::integer] * 1e15
    else floor(${random(c, 'own price')} * 1e6)::numeric * 1e11 end`
}

export function createdAtSql(
  c: RawBuilder<unknown>,
  { collections }: ManyRows,
): RawBuilder<unknown> {
  const each = sql.lit((COLLECTION_DAYS * 86_400) / collections)
  return blockTime(
    sql`${now} - make_interval(secs => (${sql.lit(collections)} - ${c}) * ${each})`,
  )
}

export const now = sql`${sql.lit(manyNow.toISOString())}::timestamptz`

/** Expression of the time of a block. */
export function blockTime(time: RawBuilder<unknown>): RawBuilder<unknown> {
  const seconds = sql.lit(BLOCK_SECONDS)
  return sql`to_timestamp(floor(extract(epoch from ${time}) / ${seconds}) * ${seconds})`
}

export function blockSql(time: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`floor(extract(epoch from ${time}) / ${sql.lit(BLOCK_SECONDS)})::bigint`
}
