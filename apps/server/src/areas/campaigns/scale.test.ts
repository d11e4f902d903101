import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { campaignFields } from '../../../test/campaigns.ts'
import { isSoak, share } from '../../../test/share.ts'
import { copyDatabase } from '../../../test/template.ts'
import { type Database, openDatabase } from '../../database/database.ts'
import type { Tables } from '../../tables.ts'
import { readCampaign } from './definition/read-campaign.ts'
import { readBoardPage } from './queries/board.ts'
import { findCampaign, saveDefinition } from './queries/campaigns.ts'
import { creditCampaign } from './service/credit.ts'
import { makeBoard } from './service/run.ts'

const CHAIN = 31_337
const COLLECTIONS = 50

type Size = { participants: number; events: number }

/** Milliseconds of crediting, and of a plain insert of the same rows into a table like the ledger. */
type Measured = { credited: number; credit_ms: number; insert_ms: number; pages: number }

test('crediting is a small multiple of a plain insert, and a page of the board is as cheap on a long one', {
  timeout: 1_800_000,
}, async () => {
  const few = await measure({ participants: 1_000, events: 10_000 })
  const size = share(2_000, 100_000)
  const many = await measure({ participants: size, events: size * 10 })
  const ratio = many.insert_ms / many.credit_ms
  process.stdout.write(
    `${many.credited} credits in ${many.credit_ms} ms, inserted in ${many.insert_ms} ms (${ratio.toFixed(2)}); pages ${few.pages} and ${many.pages}\n`,
  )
  expect([few.credited, many.credited]).toEqual([10_000, size * 10])
  expect(many.pages).toBeLessThanOrEqual(few.pages * 2)
  // Of small ones the time is mostly that of the statements themselves.
  if (isSoak) expect(ratio).toBeGreaterThanOrEqual(0.3)
})

async function measure(size: Size): Promise<Measured> {
  const url = await copyDatabase()
  const opened = await openDatabase({ url })
  const pool = new pg.Pool({ connectionString: url })
  try {
    const { database } = opened
    const id = await fill(database, size)
    const row = await findCampaign(database, 'quiet-shore')
    if (!row) throw new Error('campaign is missing after its insert')
    const context = { clock: () => new Date(), chains: [{ id: CHAIN, alias: 'local' }] }
    const credit_ms = await time(() =>
      database
        .transaction()
        .execute((transaction) => creditCampaign(transaction, context, row)),
    )
    await sql`create table bare (like campaign_credits including all)`.execute(database)
    const insert_ms = await time(() =>
      sql`insert into bare select * from campaign_credits`.execute(database),
    )
    await database
      .transaction()
      .execute((transaction) => makeBoard(transaction, row, new Date()))
    await sql`vacuum analyze campaign_board_rows`.execute(database)
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from campaign_credits`.execute(database)
    const sums = await sql`select from campaign_entries e
      where points <> (select sum(points) from campaign_credits c
        where c.campaign_id = e.campaign_id and c.address = e.address)`.execute(database)
    expect(sums.rows).toEqual([])
    const pages = await countPages(pool, id)
    return { credited: rows[0]?.n ?? 0, credit_ms, insert_ms, pages }
  } finally {
    await pool.end()
    await opened.close()
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return Math.round(performance.now() - started)
}

/** Writes participants, each with as many mints of other items, all in blocks not credited yet. */
async function fill(database: Database, { participants, events }: Size): Promise<string> {
  const fields = JSON.stringify({ ...campaignFields(CHAIN), counts_from: 'start' })
  const known = { chains: [CHAIN], articles: [] }
  const definition = readCampaign(fields, 'quiet-shore.yaml', known)
  const now = new Date()
  const id = await saveDefinition(database, {
    ...{ definition, rules_version: '1', changes: [], now },
  })
  await sql`
    insert into collections (id, chain_id, address, kind, name, symbol, creator, owner,
      mint_fee_wei, royalty_bps, royalty_ceiling_bps, notice_seconds, is_transferable,
      created_at, created_block, created_tx, minted)
    select md5(i::text)::uuid, ${CHAIN}, '0xc' || i, 'drop', 'Row', 'ROW', '0xd', '0xd',
      0, 0, 0, 0, true, now(), 1, '0x', 1 from generate_series(1, ${COLLECTIONS}) i`.execute(
    database,
  )
  await sql`
    insert into campaign_entries (campaign_id, address, number, joined_at)
    select ${id}::uuid, '0x' || lpad(i::text, 40, '0'), i, now()
    from generate_series(1, ${participants}::integer) i`.execute(database)
  await sql`
    insert into campaign_wallets (campaign_id, wallet, address, linked_at)
    select campaign_id, address, address, joined_at from campaign_entries`.execute(
    database,
  )
  await sql`
    insert into mints (chain_id, block_number, log_index, collection_id, minter, phase_id,
      quantity, price_wei, tx_hash, time)
    select ${CHAIN}, i / 100 + 1, i % 100, md5((i % ${COLLECTIONS} + 1)::text)::uuid,
      '0x' || lpad((i % ${participants} + 1)::text, 40, '0'), 255, 1, 0, '0x' || i,
      now() - make_interval(secs => i % 80000)
    from generate_series(0, ${events}::integer - 1) i`.execute(database)
  await sql`
    insert into events (chain_id, block_number, log_index, collection_id, kind, data, tx_hash, time)
    select chain_id, block_number, log_index, collection_id, 'mint',
      jsonb_build_object('to', minter, 'quantity', 1, 'first_token_id',
        (block_number * 100 + log_index)::text), tx_hash, time
    from mints`.execute(database)
  const head = Math.floor(events / 100) + 1
  await sql`
    insert into chain_cursors (chain_id, genesis_hash, factory, block_hash, block_number,
      confirmed_number, head_number, block_time, updated_at)
    values (${CHAIN}, '0x', '0x', '0x', ${head}, ${head}, ${head}, now(), now())`.execute(
    database,
  )
  await sql`analyze`.execute(database)
  return id
}

/** Counts the pages of the database that a page in the middle of the board touches, with an own row. */
async function countPages(pool: pg.Pool, id: string): Promise<number> {
  const asked: CompiledQuery[] = []
  const database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push(query),
  })
  const address = `0x${'9'.padStart(40, '0')}`
  await readBoardPage(database, id, { address, page: 10, per_page: 50 })
  let pages = 0
  for (const { sql: text, parameters } of asked.splice(0)) {
    const explain = `explain (analyze, buffers, format json) ${text}`
    const { rows } = await pool.query(explain, [...parameters])
    const { Plan: plan } = rows[0]['QUERY PLAN'][0]
    pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  }
  return pages
}
