import { sql } from 'kysely'
import type { Database } from '../../../platform/database.ts'
import type { ListTerms } from '../../studio/service.ts'
import { type Books, bookKey, type ListedPhase } from '../ledger.ts'
import { rows } from './rows.ts'

type Pair = { collection_id: string; owner: string }

export async function listHoldings(
  transaction: Database,
  pairs: Pair[],
): Promise<Books['holdings']> {
  if (pairs.length === 0) return new Map()
  const found = await sql<Pair & { quantity: number }>`
    select h.collection_id, h.owner, h.quantity from holdings h
    join jsonb_to_recordset(${rows(pairs)}) as x(collection_id uuid, owner text)
      on h.collection_id = x.collection_id and h.owner = x.owner`.execute(transaction)
  return new Map(found.rows.map((row) => [bookKey(row.collection_id, row.owner), row]))
}

export async function listMinters(
  transaction: Database,
  pairs: Pair[],
): Promise<Books['minters']> {
  if (pairs.length === 0) return new Map()
  const found = await sql<Books['minters'] extends Map<string, infer Row> ? Row : never>`
    select m.collection_id, m.minter, m.quantity, m.last_mint_at from minters m
    join jsonb_to_recordset(${rows(pairs)}) as x(collection_id uuid, owner text)
      on m.collection_id = x.collection_id and m.minter = x.owner`.execute(transaction)
  return new Map(found.rows.map((row) => [bookKey(row.collection_id, row.minter), row]))
}

/** Phases of the lists that were published here, by root. */
export async function listListedPhases(
  transaction: Database,
  roots: string[],
): Promise<Map<string, ListedPhase[]>> {
  if (roots.length === 0) return new Map()
  const found = await transaction
    .selectFrom('lists')
    .select(['root', 'terms'])
    .where('root', 'in', roots)
    .execute()
  return new Map(
    found.map(({ root, terms }) => {
      // Safe: the studio writes this column, and only in this shape.
      const { phases } = terms as unknown as ListTerms
      const listed = phases.map(({ start, end, ...phase }) => ({
        ...phase,
        starts_at: new Date(start),
        ends_at: new Date(end),
      }))
      return [root, listed]
    }),
  )
}

export async function saveBooks(
  transaction: Database,
  chainId: number,
  books: Books,
): Promise<void> {
  await saveTokens(transaction, [...books.tokens.values()])
  await saveHoldings(transaction, [...books.holdings.values()])
  await saveMinters(transaction, [...books.minters.values()])
  await saveMints(transaction, chainId, books.mints)
  for (const list of books.lists) {
    await transaction
      .insertInto('collection_lists')
      .values(list)
      .onConflict((conflict) =>
        conflict
          .columns(['collection_id', 'root'])
          .doUpdateSet({ ...list, ends_at: null }),
      )
      .execute()
  }
  for (const { collection_id, root, ends_at } of books.listEnds) {
    await transaction
      .updateTable('collection_lists')
      .set({ ends_at })
      .where('collection_id', '=', collection_id)
      .where('root', '=', root)
      .execute()
  }
}

async function saveTokens(
  transaction: Database,
  tokens: Books['tokens'] extends Map<string, infer Row> ? Row[] : never,
): Promise<void> {
  const born = tokens.flatMap(({ minted, owner, ...token }) =>
    minted && owner
      ? [{ ...token, owner, minted_at: minted.at, mint_tx: minted.transaction }]
      : [],
  )
  if (born.length > 0) {
    await sql`
      insert into tokens (collection_id, token_id, owner, minted_at, mint_tx)
      select * from jsonb_to_recordset(${rows(born)}) as x(
        collection_id uuid, token_id numeric, owner text, minted_at timestamptz,
        mint_tx text)
      on conflict (collection_id, token_id) do update set
        owner = excluded.owner, minted_at = excluded.minted_at,
        mint_tx = excluded.mint_tx`.execute(transaction)
  }
  const moved = tokens.filter(({ minted, owner }) => !minted && owner !== null)
  if (moved.length > 0) {
    await sql`
      update tokens t set owner = x.owner
      from jsonb_to_recordset(${rows(moved)}) as x(
        collection_id uuid, token_id numeric, owner text)
      where t.collection_id = x.collection_id and t.token_id = x.token_id`.execute(
      transaction,
    )
  }
  const burned = tokens.filter(({ minted, owner }) => !minted && owner === null)
  if (burned.length > 0) {
    await sql`
      delete from tokens t
      using jsonb_to_recordset(${rows(burned)}) as x(collection_id uuid, token_id numeric)
      where t.collection_id = x.collection_id and t.token_id = x.token_id`.execute(
      transaction,
    )
  }
}

async function saveHoldings(
  transaction: Database,
  holdings: Books['holdings'] extends Map<string, infer Row> ? Row[] : never,
): Promise<void> {
  const kept = holdings.filter(({ quantity }) => quantity > 0)
  if (kept.length > 0) {
    await sql`
      insert into holdings (collection_id, owner, quantity)
      select * from jsonb_to_recordset(${rows(kept)}) as x(
        collection_id uuid, owner text, quantity bigint)
      on conflict (collection_id, owner) do update set
        quantity = excluded.quantity`.execute(transaction)
  }
  const gone = holdings.filter(({ quantity }) => quantity <= 0)
  if (gone.length > 0) {
    await sql`
      delete from holdings h
      using jsonb_to_recordset(${rows(gone)}) as x(collection_id uuid, owner text)
      where h.collection_id = x.collection_id and h.owner = x.owner`.execute(transaction)
  }
}

async function saveMinters(
  transaction: Database,
  minters: Books['minters'] extends Map<string, infer Row> ? Row[] : never,
): Promise<void> {
  if (minters.length === 0) return
  await sql`
    insert into minters (collection_id, minter, quantity, last_mint_at)
    select * from jsonb_to_recordset(${rows(minters)}) as x(
      collection_id uuid, minter text, quantity bigint, last_mint_at timestamptz)
    on conflict (collection_id, minter) do update set
      quantity = excluded.quantity, last_mint_at = excluded.last_mint_at`.execute(
    transaction,
  )
}

async function saveMints(transaction: Database, chainId: number, mints: Books['mints']) {
  if (mints.length === 0) return
  await sql`
    insert into mints (chain_id, block_number, log_index, collection_id, minter, phase_id,
      quantity, price_wei, referrer, tx_hash, time)
    select ${chainId}::bigint, x.* from jsonb_to_recordset(${rows(mints)}) as x(
      block_number bigint, log_index integer, collection_id uuid, minter text,
      phase_id integer, quantity bigint, price_wei numeric, referrer text, tx_hash text,
      time timestamptz)
    on conflict (chain_id, block_number, log_index) do nothing`.execute(transaction)
}
